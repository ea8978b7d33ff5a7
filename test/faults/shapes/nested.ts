// Projects and their tasks: a nested collection, actions, settings, and bulk changes. Lists are plain arrays with pages
// in a Link header.
import type { JsonObject } from "../../../src/json/value.ts";
import { type Ask, type Reply, type Thing, asks, error, formFault, isObject, numberIn, sized } from "./desk.ts";
import { isText, notAllowed, withBody } from "./answers.ts";
import { documentOf, gives, inPath, inQuery, listOf, object, ref, sends, size, text, whole } from "./documents.ts";

const project = inPath("projectId", whole);
const task = inPath("taskId", whole);
const pages = [inQuery("page", { type: "integer", minimum: 1 }), inQuery("per_page", size(50, 20))];
const taskFields: JsonObject = { title: { ...text, minLength: 1 }, done: { type: "boolean" } };
const id: JsonObject = { ...whole, readOnly: true };

export const NESTED_DOCUMENT = documentOf(
  "Projects",
  {
    "/projects": {
      get: { operationId: "listProjects", parameters: pages, responses: gives("200", listOf(ref("Project")), "400") },
      post: {
        operationId: "createProject",
        requestBody: sends(ref("NewProject")),
        responses: gives("201", ref("Project"), "400", "415"),
      },
    },
    "/projects/{projectId}": {
      parameters: [project],
      get: { operationId: "getProject", responses: gives("200", ref("Project"), "400", "404") },
      delete: { operationId: "removeProject", responses: gives("204", undefined, "400", "404", "409") },
    },
    "/projects/{projectId}/settings": {
      parameters: [project],
      get: { operationId: "getSettings", responses: gives("200", ref("Settings"), "400", "404") },
      patch: {
        operationId: "changeSettings",
        requestBody: sends(ref("Settings")),
        responses: gives("200", ref("Settings"), "400", "404", "415"),
      },
    },
    "/projects/{projectId}/tasks": {
      parameters: [project],
      get: {
        operationId: "listTasks",
        parameters: pages,
        responses: gives("200", listOf(ref("Task")), "400", "404"),
      },
      post: {
        operationId: "createTask",
        requestBody: sends(ref("NewTask")),
        responses: gives("201", ref("Task"), "400", "404", "415"),
      },
      patch: {
        operationId: "changeTasks",
        requestBody: sends(listOf(ref("TaskChange"))),
        responses: gives("200", listOf(ref("Task")), "400", "404", "415"),
      },
      delete: {
        operationId: "removeTasks",
        parameters: [
          { ...inQuery("ids", { type: "array", items: whole, minItems: 1 }), required: true, explode: false },
        ],
        responses: gives("204", undefined, "400", "404"),
      },
    },
    "/projects/{projectId}/tasks/{taskId}": {
      parameters: [project, task],
      get: { operationId: "getTask", responses: gives("200", ref("Task"), "400", "404") },
      delete: { operationId: "removeTask", responses: gives("204", undefined, "400", "404") },
    },
    "/projects/{projectId}/tasks/{taskId}/close": {
      parameters: [project, task],
      post: { operationId: "closeTask", responses: gives("200", ref("Task"), "400", "404") },
    },
  },
  {
    Project: object({ id, name: text }, "id", "name"),
    NewProject: object({ name: text }, "name"),
    Settings: object({ theme: text, hidden: { type: "boolean" } }),
    Task: object({ id, ...taskFields }, "id", "title"),
    NewTask: object(taskFields, "title"),
    TaskChange: object({ id: whole, ...taskFields }, "id"),
  },
);

/** Choices that the document leaves to the store. */
export interface NestedOptions {
  readonly newestFirst: boolean;
  /** Each project counts its tasks from 1. */
  readonly ownNumbers: boolean;
  readonly links: "absolute" | "relative" | "none";
  /** A project with tasks cannot be removed. */
  readonly keepsFull: boolean;
}

interface Project {
  readonly id: number;
  name: string;
  settings: Thing;
  readonly tasks: Map<number, Thing>;
  /** The number of tasks it ever had. */
  count: number;
}

const USUAL: NestedOptions = { newestFirst: false, ownNumbers: false, links: "absolute", keepsFull: false };

/** The store, which answers requests. */
export function nestedStore(options: Partial<NestedOptions> = {}): (ask: Ask) => Reply {
  const own = { ...USUAL, ...options };
  const projects = new Map<number, Project>();
  let last = 0;
  const add = (name: string): Project => {
    const made = {
      id: ++last,
      name,
      settings: { theme: "plain", hidden: false },
      tasks: new Map<number, Thing>(),
      count: 0,
    };
    projects.set(made.id, made);
    return made;
  };
  const addTask = (project: Project, { title, done }: Thing): Thing => {
    const { tasks } = project;
    const made = { id: own.ownNumbers ? ++project.count : ++last, title, ...(done === undefined ? {} : { done }) };
    tasks.set(made.id, made);
    return made;
  };
  for (const title of ["wood", "nails", "paint"]) addTask(projects.get(1) ?? add("house"), { title });
  const show = ({ id: number, name }: Project): Thing => ({ id: number, name });
  const list = (ask: Ask, all: readonly Thing[]): Reply => {
    const many = sized(ask, "per_page", { usual: 20, most: 50 });
    const at = sized(ask, "page", { usual: 1, most: 999_999_999 });
    if (typeof many !== "number") return many;
    if (typeof at !== "number") return at;
    const ordered = own.newestFirst ? all.toReversed() : all;
    const body = ordered.slice((at - 1) * many, at * many);
    if (own.links === "none" || at * many >= all.length) return { status: 200, body };
    const path = `/${ask.steps.join("/")}?page=${at + 1}&per_page=${many}`;
    const address = own.links === "absolute" ? `${ask.base}${path}` : `/v1${path}`;
    return { status: 200, body, headers: { Link: `<${address}>; rel="next"` } };
  };
  return (ask) => {
    const [top, projectText, part, taskText] = ask.steps;
    if (top !== "projects") return error(404, "no such place");
    if (projectText !== undefined && numberIn(projectText) === undefined) return error(404, "no such project");
    const wrong = formFault(ask);
    if (wrong !== undefined) return wrong;
    if (asks(ask, "GET projects")) return list(ask, [...projects.values()].map(show));
    if (asks(ask, "POST projects"))
      return withBody(ask, projectFault, ({ name }) => ({ status: 201, body: show(add(String(name))) }));
    const found = projects.get(Number(projectText));
    if (ask.steps.length === 1) return notAllowed("GET, HEAD, POST");
    if (found === undefined) return error(404, "no such project");
    if (ask.steps.length === 2) return onProject(ask, found);
    if (part === "settings" && ask.steps.length === 3) return onSettings(ask, found);
    if (part !== "tasks") return error(404, "no such place");
    if (ask.steps.length === 3) return onTasks(ask, found);
    const item = found.tasks.get(numberIn(taskText) ?? 0);
    if (item === undefined) return error(404, "no such task");
    if (asks(ask, "GET projects/*/tasks/*")) return { status: 200, body: item };
    if (asks(ask, "DELETE projects/*/tasks/*")) {
      found.tasks.delete(Number(item["id"]));
      return { status: 204 };
    }
    if (asks(ask, "POST projects/*/tasks/*/close")) {
      const closed = { ...item, done: true };
      found.tasks.set(Number(item["id"]), closed);
      return { status: 200, body: closed };
    }
    return notAllowed(ask.steps.length === 4 ? "GET, HEAD, DELETE" : "POST");
  };

  function onProject(ask: Ask, found: Project): Reply {
    if (ask.method === "GET") return { status: 200, body: show(found) };
    if (ask.method !== "DELETE") return notAllowed("GET, HEAD, DELETE");
    if (own.keepsFull && found.tasks.size > 0) return error(409, "it has tasks");
    projects.delete(found.id);
    return { status: 204 };
  }

  function onSettings(ask: Ask, found: Project): Reply {
    if (ask.method === "GET") return { status: 200, body: found.settings };
    if (ask.method !== "PATCH") return notAllowed("GET, HEAD, PATCH");
    return withBody(ask, settingsFault, ({ theme = found.settings["theme"], hidden = found.settings["hidden"] }) => {
      found.settings = { theme, hidden };
      return { status: 200, body: found.settings };
    });
  }

  function onTasks(ask: Ask, found: Project): Reply {
    if (ask.method === "GET") return list(ask, [...found.tasks.values()]);
    if (ask.method === "POST") return withBody(ask, taskFault, (body) => ({ status: 201, body: addTask(found, body) }));
    if (ask.method === "PATCH") return changeMany(ask, found);
    if (ask.method !== "DELETE") return notAllowed("GET, HEAD, POST, PATCH, DELETE");
    const ids = ask.query
      .getAll("ids")
      .flatMap((given) => given.split(","))
      .map(numberIn);
    if (ids.length === 0 || ids.includes(undefined)) return error(400, "ids are missing");
    for (const one of ids) found.tasks.delete(one ?? 0);
    return { status: 204 };
  }

  function changeMany({ body }: Ask, { tasks }: Project): Reply {
    const all = Array.isArray(body) ? (body as unknown[]) : [undefined];
    if (!all.every((one) => isObject(one) && Number.isInteger(one["id"]) && taskFault({ title: "x", ...one }) === ""))
      return error(400, "a list of tasks is wanted");
    const changed = (all as Thing[]).flatMap((one) => {
      const old = tasks.get(Number(one["id"]));
      if (old === undefined) return [];
      const made = {
        ...old,
        ...(one["title"] === undefined ? {} : { title: one["title"] }),
        ...(one["done"] === undefined ? {} : { done: one["done"] }),
      };
      tasks.set(Number(one["id"]), made);
      return [made];
    });
    return { status: 200, body: changed };
  }
}

const isFlag = (value: unknown): boolean => value === undefined || typeof value === "boolean";
const projectFault = ({ name }: Thing): string => (isText(name) ? "" : "name must be text");
const taskFault = ({ title, done }: Thing): string =>
  isText(title) && title !== "" && isFlag(done) ? "" : "a task has a title";
const settingsFault = ({ theme, hidden }: Thing): string =>
  (theme === undefined || isText(theme)) && isFlag(hidden) ? "" : "settings are a theme and a flag";
