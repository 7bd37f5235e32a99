/** A notice above the page. Its place is always there, so that screen readers hear what comes into it. */
export function Toast({ text }: { text: string }) {
  return (
    <p class="toast" role="alert">
      {text}
    </p>
  );
}
