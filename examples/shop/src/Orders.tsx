// The list: sorted, filtered by status, and continued by the cursor that the service gives.
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { Problem } from "./Problem.js";
import { type OrderStatus, type OrderSummary, api, ok } from "./api.js";
import { money } from "./money.js";

export const STATUSES: readonly OrderStatus[] = ["draft", "placed", "paid", "shipped", "delivered", "cancelled"];
const SORTS = ["-createdAt", "createdAt", "-total", "total"] as const;

export function Orders() {
  const [params, setParams] = useSearchParams();
  const sort = SORTS.find((one) => one === params.get("sort")) ?? "-createdAt";
  const status = STATUSES.filter((one) => params.getAll("status").includes(one));
  const orders = useInfiniteQuery({
    queryKey: ["orders", { sort, status }],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: 5, sort, ...(status.length > 0 && { status }), ...(cursor !== "" && { cursor }) };
      return ok(api.GET("/orders", { signal, params: { query } }));
    },
    initialPageParam: "",
    getNextPageParam: ({ page }) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const show = (next: { readonly sort?: string; readonly status?: readonly string[] }): void => {
    const query = new URLSearchParams({ sort: next.sort ?? sort });
    for (const one of next.status ?? status) query.append("status", one);
    setParams(query);
  };
  return (
    <section>
      <h1>Orders {orders.data !== undefined && <small>({orders.data.pages[0]?.page.total})</small>}</h1>
      <nav>
        <Link to="/customers/new">New customer</Link> <Link to="/orders/new">New order</Link>
      </nav>
      <fieldset>
        <legend>Status</legend>
        {STATUSES.map((one) => {
          const checked = status.includes(one);
          const without = status.filter((other) => other !== one);
          return (
            <label key={one}>
              <input type="checkbox" checked={checked} onChange={() => show({ status: checked ? without : [...status, one] })} />
              {one}
            </label>
          );
        })}
      </fieldset>
      <label>
        Sort{" "}
        <select value={sort} onChange={({ target }) => show({ sort: target.value })}>
          {SORTS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      {orders.isPending && <p>Loading…</p>}
      <Problem error={orders.error} onRetry={orders.refetch} />
      {orders.data !== undefined && <Rows orders={orders.data.pages.flatMap(({ data }) => data)} />}
      {orders.hasNextPage && <button onClick={() => void orders.fetchNextPage()}>More</button>}
    </section>
  );
}

function Rows({ orders }: { readonly orders: readonly OrderSummary[] }) {
  if (orders.length === 0) return <p>No orders match.</p>;
  return (
    <table>
      <thead>
        <tr>
          {["Number", "Customer", "Status", "Items", "Total", "Created"].map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <Link to={`/orders/${order.id}`}>{order.number}</Link>
            </td>
            <td>{order.customerName}</td>
            <td>{order.status}</td>
            <td>{order.itemCount}</td>
            <td>{money(order.total)}</td>
            <td>{new Date(order.createdAt).toLocaleDateString("en-GB")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
