import { Input } from '@fluentui/react-components';
import { Row } from './parts.tsx';

const listId = 'flow-names';

/** The names that fields of variables suggest; once in each form that has such fields. */
export function Names({ names }: { names: readonly string[] }) {
  return (
    <datalist id={listId}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

interface NameInputProps {
  label: string;
  value: string;
  error?: string | undefined;
  onChange(value: string): void;
}
/** A field for the name of a variable, without its signs. */
export function NameInput({ label, value, error, onChange }: NameInputProps) {
  return (
    <Row label={label} error={error}>
      <Input
        value={value}
        maxLength={60}
        autoComplete="off"
        input={{ list: listId }}
        onChange={(_, data) => onChange(data.value.replaceAll('%', ''))}
      />
    </Row>
  );
}
