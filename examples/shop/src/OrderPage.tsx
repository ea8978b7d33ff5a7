// One order: its lines, its customer, its files, and what can be done to it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import { STATUSES } from "./Orders.js";
import { Problem } from "./Problem.js";
import { type Order, type OrderStatus, api, ok } from "./api.js";
import { money } from "./money.js";

export function OrderPage() {
  const { id = "" } = useParams();
  const params = { path: { orderId: id } };
  const order = useQuery({ queryKey: ["order", id], queryFn: () => ok(api.GET("/orders/{orderId}", { params })) });
  if (order.isPending) return <p>Loading…</p>;
  if (order.isError) return <Problem error={order.error} onRetry={order.refetch} />;
  const { number, customerId, total, updatedAt, items } = order.data;
  const sum = items.reduce((before, { quantity, unitPrice }) => before + quantity * unitPrice.amount, 0);
  return (
    <section>
      <h1>{number}</h1>
      <p>
        <CustomerName id={customerId} /> · Total {money(total)} · Updated {updatedAt}
      </p>
      <Status order={order.data} />
      <table>
        <tbody>
          {items.map((line) => (
            <tr key={line.id}>
              <td>{line.sku}</td>
              <td>{line.name}</td>
              <td>{line.quantity}</td>
              <td>{money(line.unitPrice)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p data-testid="sum">Sum of the lines: {money({ ...total, amount: sum })}</p>
      <Attachments orderId={id} />
    </section>
  );
}

function CustomerName({ id }: { readonly id: string }) {
  const customer = useQuery({
    queryKey: ["customer", id],
    queryFn: () => ok(api.GET("/customers/{customerId}", { params: { path: { customerId: id } } })),
  });
  return <span>Customer: {customer.data?.name ?? customer.error?.message ?? "…"}</span>;
}

/** Shows a new status at once, and takes it back if the service refuses it. */
function Status({ order }: { readonly order: Order }) {
  const queries = useQueryClient();
  const queryKey = ["order", order.id];
  const params = { path: { orderId: order.id } };
  const refresh = () => queries.invalidateQueries({ queryKey });
  const change = useMutation({
    mutationFn: (status: OrderStatus) => ok(api.PATCH("/orders/{orderId}", { params, body: { status } })),
    async onMutate(status) {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<Order>(queryKey, { ...order, status });
      return order;
    },
    onError: (_error, _status, before) => queries.setQueryData(queryKey, before),
    onSettled: refresh,
  });
  const cancel = useMutation({
    mutationFn: () => ok(api.POST("/orders/{orderId}/cancel", { params, body: { reason: "The customer asked." } })),
    onSettled: refresh,
  });
  return (
    <>
      <label>
        Status{" "}
        <select value={order.status} onChange={({ target }) => change.mutate(target.value as OrderStatus)}>
          {STATUSES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <button onClick={() => cancel.mutate()}>Cancel order</button>
      <Problem error={change.error ?? cancel.error} />
    </>
  );
}

function Attachments({ orderId }: { readonly orderId: string }) {
  const queries = useQueryClient();
  const queryKey = ["attachments", orderId];
  const params = { path: { orderId } };
  const files = useQuery({ queryKey, queryFn: () => ok(api.GET("/orders/{orderId}/attachments", { params })) });
  const upload = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set("file", file);
      // The document describes the form; the browser writes it.
      const sent = { params, body: form as never, bodySerializer: (body: unknown) => body as FormData };
      return ok(api.POST("/orders/{orderId}/attachments", sent));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <>
      <h2>Attachments</h2>
      <ul>
        {files.data?.map(({ id, filename, contentType, size }) => (
          <li key={id}>
            {filename} ({contentType}, {size} bytes)
          </li>
        ))}
      </ul>
      <label>
        Attach <input type="file" onChange={({ target }) => target.files?.[0] && upload.mutate(target.files[0])} />
      </label>
      <Problem error={files.error ?? upload.error} />
    </>
  );
}
