import { useState } from 'react';
import { Input, makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';

const useStyles = makeStyles({ field: { width: '100%', minWidth: '140px' } });

export interface CellFieldProps {
  field: 'name' | 'number' | 'email';
  line: number;
  value: string;
  onSave(value: string): void;
}

/** A wrong cell, corrected in place: Enter or leaving the field saves it, Esc takes the typing back. */
export function CellField({ field, line, value, onSave }: CellFieldProps) {
  const t = useT();
  const styles = useStyles();
  const [typed, setTyped] = useState(value);
  const save = (): void => {
    if (typed !== value) onSave(typed);
  };
  return (
    <Input
      className={styles.field}
      size="small"
      aria-label={t('import.row.cell', { field: t(`field.${field}`), line })}
      aria-invalid
      value={typed}
      onChange={(_, { value: next }) => setTyped(next)}
      onBlur={save}
      onKeyDown={(event) => {
        // The table has keys of its own.
        event.stopPropagation();
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setTyped(value);
      }}
    />
  );
}
