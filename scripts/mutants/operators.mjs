// Finds what can be mutated in a source: each place and its replacement, from the syntax tree.
import { parseAst } from "vitest/node";

const BINARY = new Map([
  ["<", ["boundary", "<="]],
  ["<=", ["boundary", "<"]],
  [">", ["boundary", ">="]],
  [">=", ["boundary", ">"]],
  ["===", ["equality", "!=="]],
  ["!==", ["equality", "==="]],
  ["+", ["arithmetic", "-"]],
  ["-", ["arithmetic", "+"]],
  ["*", ["arithmetic", "/"]],
  ["/", ["arithmetic", "*"]],
  ["%", ["arithmetic", "*"]],
]);
const ASSIGNMENT = new Map([
  ["+=", "-="],
  ["-=", "+="],
]);
const SWAPPED = new Map([
  ["some", "every"],
  ["every", "some"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["min", "max"],
  ["max", "min"],
  ["floor", "ceil"],
  ["ceil", "floor"],
  ["toLowerCase", "toUpperCase"],
  ["toUpperCase", "toLowerCase"],
]);
/** Methods that return a changed version of their object. The mutant leaves out the call. */
const PASSING = new Set(["filter", "slice", "sort", "toSorted", "reverse", "toReversed", "trim", "flat"]);

/** Syntax without effect on what the program does. */
const SKIPPED = /^(?:Import|ExportAll|ExportSpecifier|TSType|TSInterface|TSEnum|TSModule|TSDeclare|TSAbstract)/;
const SKIPPED_KEYS = new Set(["typeAnnotation", "typeParameters", "typeArguments", "returnType", "implements"]);

/**
 * The mutants of a source.
 * @param text the source, in TypeScript
 * @returns each with `kind`, `start`, `end` and `text`; `at`, the start of the expression or statement that it changes;
 * and the first lines of the functions around it, innermost first
 */
export function mutantsOf(text) {
  const found = [];
  const add = (kind, { start, end, at }, changed, functions) =>
    found.push({ kind, start, end, at, text: changed, functions });
  const lineAt = lineIndex(text);
  const visit = (node, parent, functions) => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one, parent, functions);
      return;
    }
    if (typeof node.type !== "string" || SKIPPED.test(node.type) || node.declare === true) return;
    const inside = isFunction(node)
      ? [lineAt(parent?.type === "MethodDefinition" ? parent.start : node.start), ...functions]
      : functions;
    mutate(node, parent, {
      text,
      add: (kind, { start, end }, changed) => add(kind, { start, end, at: atOf(node, start) }, changed, inside),
    });
    for (const [key, child] of Object.entries(node)) if (!SKIPPED_KEYS.has(key)) visit(child, node, inside);
  };
  visit(parseAst(text, { lang: "ts" }), null, []);
  return found;
}

function isFunction({ type }) {
  return type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression";
}

/** The line of an offset, counted from 1. */
export function lineIndex(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts[middle] <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const MUTATE = {
  IfStatement: negate,
  ConditionalExpression: negate,
  WhileStatement: negate,
  ForStatement: negate,
  BinaryExpression(node, _, { text, add }) {
    const [kind, operator] = BINARY.get(node.operator) ?? [];
    if (kind !== undefined) add(kind, between(node.left, node.right), around(text, node, operator));
  },
  LogicalExpression(node, _, { text, add }) {
    if (node.operator === "??") add("logical", node, text.slice(node.right.start, node.right.end));
    else add("logical", between(node.left, node.right), around(text, node, node.operator === "&&" ? "||" : "&&"));
  },
  UnaryExpression(node, _, { text, add }) {
    const inner = text.slice(node.argument.start, node.argument.end);
    if (node.operator === "!") add("condition", node, inner);
    if (node.operator === "-") add("arithmetic", node, inner);
  },
  UpdateExpression(node, _, { text, add }) {
    const other = node.operator === "++" ? "--" : "++";
    add("arithmetic", node, text.slice(node.start, node.end).replace(node.operator, other));
  },
  AssignmentExpression(node, _, { text, add }) {
    const other = ASSIGNMENT.get(node.operator);
    if (other !== undefined) add("arithmetic", between(node.left, node.right), around(text, node, other));
  },
  ExpressionStatement(node, _, { add }) {
    const { type } = node.expression;
    if (/^(?:CallExpression|AwaitExpression|AssignmentExpression|ChainExpression)$/.test(type))
      add("statement", node, ";");
  },
  ReturnStatement(node, _, { add }) {
    if (node.argument !== null && node.argument.name !== "undefined") add("return", node, "return undefined;");
  },
  Literal(node, parent, { add }) {
    if (typeof node.value === "boolean") add("boolean", node, String(!node.value));
    if (typeof node.value === "number") add("number", node, String(node.value + 1));
    if (typeof node.value === "string" && !isName(node, parent))
      add("string", node, node.value === "" ? '"mutant"' : '""');
  },
  TemplateLiteral(node, parent, { add }) {
    if (parent?.type !== "TaggedTemplateExpression") add("string", node, '""');
  },
  ArrayExpression(node, _, { add }) {
    if (node.elements.length > 0) add("array", node, "[]");
  },
  ObjectExpression(node, _, { add }) {
    if (node.properties.length > 0) add("object", node, "{}");
  },
  MemberExpression: optional,
  CallExpression(node, parent, tools) {
    optional(node, parent, tools);
    const { callee } = node;
    const name = callee.type === "MemberExpression" && !callee.computed ? callee.property.name : undefined;
    if (name === undefined) return;
    const other = SWAPPED.get(name);
    if (other !== undefined) tools.add("method", callee.property, other);
    if (PASSING.has(name)) tools.add("method", node, tools.text.slice(callee.object.start, callee.object.end));
  },
};

/** The position of a condition is its own; that of an operator or a method is the start of the whole expression. */
function atOf(node, start) {
  return node.test !== undefined && node.test !== null ? start : node.start;
}

function mutate(node, parent, tools) {
  if (Object.hasOwn(MUTATE, node.type)) MUTATE[node.type](node, parent, tools);
}

function negate({ test }, _, { text, add }) {
  if (test !== null) add("condition", test, `!(${text.slice(test.start, test.end)})`);
}

/** `a?.b` as `a!.b`, which passes the type check. */
function optional(node, _, { text, add }) {
  if (node.optional !== true) return;
  const start = (node.object ?? node.callee).end;
  const sign = text.indexOf("?.", start);
  const next = text[sign + 2];
  add("optional", { start: sign, end: sign + 2 }, next === "(" || next === "[" ? "!" : "!.");
}

function between(left, right) {
  return { start: left.end, end: right.start };
}

/** The text between two operands, including comments, with another operator. */
function around(text, node, operator) {
  return text.slice(node.left.end, node.right.start).replace(node.operator, () => operator);
}

/** A name rather than a value: of a module or a property. */
function isName(node, parent) {
  if (parent === null) return false;
  if (/^(?:Import|Export|TSExternal)/.test(parent.type)) return true;
  if (parent.type === "ImportExpression") return true;
  if (parent.type === "CallExpression" && parent.callee.name === "require") return true;
  return parent.key === node && parent.computed !== true;
}
