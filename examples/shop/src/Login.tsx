import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Problem } from "./Problem.js";
import { api, ok, session } from "./api.js";

export function Login({ onLogin }: { readonly onLogin: () => void }) {
  const login = useMutation({
    mutationFn: (body: { email: string; password: string }) => ok(api.POST("/auth/login", { body })),
    onSuccess: ({ accessToken }) => {
      session.begin(accessToken);
      onLogin();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    login.mutate({ email: String(fields.get("email")), password: String(fields.get("password")) });
  };
  return (
    <form onSubmit={submit}>
      <h1>Log in</h1>
      <label>
        E-mail <input name="email" type="email" />
      </label>
      <label>
        Password <input name="password" type="password" />
      </label>
      <button disabled={login.isPending}>Log in</button>
      <Problem error={login.error} />
    </form>
  );
}
