import { Dropdown, Field, Option, makeStyles } from '@fluentui/react-components';

const useStyles = makeStyles({ control: { minWidth: 0, width: '100%' } });

export interface MultiChoiceProps {
  label: string;
  /** Shown while nothing is chosen: `Todas`. */
  all: string;
  among: readonly { value: string; name: string }[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

/** A field with a choice of any number; none means all. The name of the first is shown, and how many more. */
export function MultiChoice({ label, all, among, chosen, onChange }: MultiChoiceProps) {
  const styles = useStyles();
  const names = chosen.map((one) => among.find(({ value }) => value === one)?.name ?? one);
  const shown = names.length === 0 ? all : names.length === 1 ? names[0] : `${names[0]} +${names.length - 1}`;
  return (
    <Field label={label}>
      <Dropdown
        multiselect
        className={styles.control}
        value={shown ?? all}
        selectedOptions={[...chosen]}
        onOptionSelect={(_, { selectedOptions }) => onChange(selectedOptions)}
      >
        {among.map(({ value, name }) => (
          <Option key={value} value={value}>
            {name}
          </Option>
        ))}
      </Dropdown>
    </Field>
  );
}
