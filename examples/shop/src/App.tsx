// The back office of a parcel shop: a login, a list of orders, and a page for each order.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { BrowserRouter, Route, Routes } from "react-router";
import { Login } from "./Login.js";
import { NewCustomer } from "./NewCustomer.js";
import { NewOrder } from "./NewOrder.js";
import { OrderPage } from "./OrderPage.js";
import { Orders } from "./Orders.js";
import { session } from "./api.js";

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

export function App() {
  const [isLoggedIn, setLoggedIn] = useState(session.get() !== null);
  useEffect(() => {
    const leave = (): void => setLoggedIn(false);
    window.addEventListener("logout", leave);
    return () => window.removeEventListener("logout", leave);
  }, []);
  return (
    <QueryClientProvider client={queries}>
      {isLoggedIn ? (
        <BrowserRouter>
          <Routes>
            <Route path="/" element={<Orders />} />
            <Route path="/orders/new" element={<NewOrder />} />
            <Route path="/orders/:id" element={<OrderPage />} />
            <Route path="/customers/new" element={<NewCustomer />} />
          </Routes>
        </BrowserRouter>
      ) : (
        <Login onLogin={() => setLoggedIn(true)} />
      )}
    </QueryClientProvider>
  );
}
