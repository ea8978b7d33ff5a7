// A page that lists, filters and adds animals, with a state for each way in which that can go.
import { type FormEvent, useEffect, useState } from "react";
import { type Pet, type Status, client } from "./api.js";

const STATUSES: readonly Status[] = ["available", "pending", "sold"];

type Listing =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly why: string }
  | { readonly state: "there"; readonly pets: readonly Pet[] };

async function load(status: Status | undefined): Promise<Listing> {
  try {
    const query = status === undefined ? { limit: 100 } : { limit: 100, status };
    const { data, error } = await client.GET("/pets", { params: { query } });
    return data === undefined ? { state: "failed", why: error.message } : { state: "there", pets: data };
  } catch {
    return { state: "failed", why: "the service cannot be reached" };
  }
}

export function App() {
  const [status, setStatus] = useState<Status>();
  const [listing, setListing] = useState<Listing>({ state: "loading" });
  const [refusal, setRefusal] = useState("");
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    setListing({ state: "loading" });
    void load(status).then((next) => {
      if (isCurrent) setListing(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [status, turn]);

  const add = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const body = { name: String(fields.get("name")), categoryId: Number(fields.get("categoryId")) };
    try {
      const { error } = await client.POST("/pets", { body });
      setRefusal(error?.message ?? "");
      if (error === undefined) form.reset();
    } catch {
      setRefusal("the service cannot be reached");
    }
    setTurn((before) => before + 1);
  };

  return (
    <main>
      <h1>Animals</h1>
      <label>
        Status
        <select onChange={({ target }) => setStatus(STATUSES.find((one) => one === target.value))}>
          <option value="">any</option>
          {STATUSES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <List listing={listing} onRetry={() => setTurn((before) => before + 1)} />
      <form onSubmit={(event) => void add(event)}>
        <label>
          Name <input name="name" />
        </label>
        <label>
          Category <input name="categoryId" defaultValue="1" />
        </label>
        <button type="submit">Add</button>
        {refusal !== "" && <p role="alert">Not added: {refusal}</p>}
      </form>
    </main>
  );
}

function List({ listing, onRetry }: { readonly listing: Listing; readonly onRetry: () => void }) {
  if (listing.state === "loading") return <p>Loading…</p>;
  if (listing.state === "failed") {
    return (
      <p role="alert">
        The animals are not there: {listing.why} <button onClick={onRetry}>Try again</button>
      </p>
    );
  }
  if (listing.pets.length === 0) return <p>No animals yet</p>;
  return (
    <ul>
      {listing.pets.map(({ id, name, status }) => (
        <li key={id}>
          {name} {status !== undefined && <small>{status}</small>}
        </li>
      ))}
    </ul>
  );
}
