import type { ReactNode } from 'react';
import { Textarea, makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormRow, NumberField } from '@balcao/sdk/ui';
import { maxValues, type ConnectionValues } from './connection-form.ts';

/** Properties of every tab of the form. */
export interface TabProps {
  values: ConnectionValues;
  change(part: Partial<ConnectionValues>): void;
}

type Typed = { [K in keyof ConnectionValues]: ConnectionValues[K] extends string ? K : never }[keyof ConnectionValues];

const useStyles = makeStyles({
  text: { '& textarea': { minHeight: '76px' } },
  number: { width: '168px', maxWidth: '100%' },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '16px',
    alignItems: 'start',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

interface RowProps extends TabProps {
  name: Typed;
  required?: boolean;
}

/** The field of an automatic message. */
export function TextRow({ name, required = false, values, change }: RowProps) {
  const t = useT();
  const styles = useStyles();
  return (
    <FormRow label={t(`field.${name}`)} name={name} help={t(`help.${name}`)} required={required}>
      <Textarea
        className={styles.text}
        resize="vertical"
        value={values[name]}
        onChange={(_, { value }) => change({ [name]: value })}
      />
    </FormRow>
  );
}

/** The field of a whole number with its unit. */
export function NumberRow({ name, unit, values, change }: RowProps & { unit: keyof typeof maxValues }) {
  const t = useT();
  const styles = useStyles();
  return (
    <FormRow label={t(`field.${name}`)} name={name} help={t(`help.${name}`)}>
      <NumberField
        className={styles.number}
        min={0}
        max={maxValues[unit]}
        contentAfter={t(`form.${unit}`)}
        value={values[name]}
        onChange={(typed) => change({ [name]: typed })}
      />
    </FormRow>
  );
}

/** Two rows beside each other, if there is enough space. */
export function Pair({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return <div className={styles.pair}>{children}</div>;
}
