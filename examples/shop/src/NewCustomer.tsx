// A form that shows each refusal beside the field that it is about.
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { ApiError, api, ok } from "./api.js";

const FIELDS = {
  name: "Name",
  email: "E-mail",
  phone: "Phone",
  "address.street": "Street",
  "address.city": "City",
  "address.postalCode": "Postal code",
  "address.country": "Country",
} as const;
type Values = Record<keyof typeof FIELDS, string>;

export function NewCustomer() {
  const go = useNavigate();
  const create = useMutation({
    mutationFn: ({ name, email, phone, ...rest }: Values) => {
      const [street, city, postalCode, country] = [
        rest["address.street"],
        rest["address.city"],
        rest["address.postalCode"],
        rest["address.country"],
      ];
      const address = { street, city, postalCode, country };
      return ok(api.POST("/customers", { body: { name, email, phone: phone === "" ? null : phone, address } as never }));
    },
    onSuccess: () => go("/"),
  });
  const wrong = create.error instanceof ApiError ? create.error.fields : [];
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    create.mutate(Object.fromEntries(new FormData(event.currentTarget)) as Values);
  };
  return (
    <form onSubmit={submit}>
      <h1>New customer</h1>
      {Object.entries(FIELDS).map(([name, label]) => {
        const refusal = wrong.find(({ field }) => field === name);
        return (
          <p key={name}>
            <label>
              {label} <input name={name} aria-invalid={refusal !== undefined} />
            </label>{" "}
            {refusal !== undefined && <span role="alert">{refusal.message}</span>}
          </p>
        );
      })}
      <button>Create</button>
      {create.error !== null && <p role="status">{create.error.message}</p>}
    </form>
  );
}
