/** Says why something failed, and offers to try again where that may help. */
export function Problem({ error, onRetry }: { readonly error: Error | null; readonly onRetry?: () => unknown }) {
  if (error === null) return null;
  return (
    <p role="alert">
      {error.message} {onRetry !== undefined && <button onClick={() => void onRetry()}>Try again</button>}
    </p>
  );
}
