export interface ToggleProps {
  readonly name: string;
  readonly on: boolean;
  onChange(on: boolean): void;
}

export function Toggle({ name, on, onChange }: ToggleProps) {
  return (
    <label class="toggle">
      <span>{name}</span>
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}
