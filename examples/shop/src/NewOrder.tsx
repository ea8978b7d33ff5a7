import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { Problem } from "./Problem.js";
import { api, ok } from "./api.js";

interface Draft {
  customerId: string;
  items: { sku: string; quantity: number }[];
}

export function NewOrder() {
  const go = useNavigate();
  const queries = useQueryClient();
  const customers = useQuery({ queryKey: ["customers"], queryFn: () => ok(api.GET("/customers")) });
  const place = useMutation({
    mutationFn: (body: Draft) => ok(api.POST("/orders", { body })),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ["orders"] });
      void go(`/orders/${id}`);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const line = { sku: String(fields.get("sku")), quantity: Number(fields.get("quantity")) };
    place.mutate({ customerId: String(fields.get("customer")), items: [line] });
  };
  return (
    <form onSubmit={submit}>
      <h1>New order</h1>
      <label>
        Customer{" "}
        <select name="customer">
          {customers.data?.data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        SKU <input name="sku" defaultValue="ABC-1234" />
      </label>
      <label>
        Quantity <input name="quantity" defaultValue="2" />
      </label>
      <button>Place</button>
      <Problem error={customers.error ?? place.error} />
    </form>
  );
}
