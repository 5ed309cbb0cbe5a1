import { useEffect, useRef } from 'react';
import { Dropdown, Option, makeStyles } from '@fluentui/react-components';
import { translate, useT } from '@balcao/sdk/client';
import { Dot, FormRow } from '@balcao/sdk/ui';
import type { QueuePickerProps } from '../../contract.ts';
import { useQueues } from '../useQueues.ts';

const useStyles = makeStyles({
  option: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
});

/** Selects one of the offered queues, shown with its colour. */
export default function QueuePicker(props: QueuePickerProps) {
  const { label, value, onChange, among, choosesOnly = false, clearable = false, name, help, error, required } = props;
  const t = useT();
  const styles = useStyles();
  const { queues = [] } = useQueues();
  const offered = among ? queues.filter(({ id }) => among.includes(id)) : queues;
  const chosen = offered.find(({ id }) => id === value);
  const only = choosesOnly && !chosen && offered.length === 1 ? offered[0] : undefined;
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (only) latest.current(only);
  }, [only]);
  return (
    <FormRow
      label={label}
      error={error}
      required={required === true}
      {...(name !== undefined && { name })}
      {...(help !== undefined && { help })}
    >
      <Dropdown
        placeholder={t('picker.placeholder')}
        value={chosen?.name ?? ''}
        selectedOptions={chosen ? [String(chosen.id)] : []}
        clearable={clearable}
        clearButton={{ 'aria-label': translate('shell', 'ui.clearSelection') }}
        onOptionSelect={(_, { optionValue }) => onChange(offered.find(({ id }) => String(id) === optionValue) ?? null)}
      >
        {offered.map((queue) => (
          <Option key={queue.id} value={String(queue.id)} text={queue.name}>
            <span className={styles.option}>
              <Dot color={queue.color} size={8} />
              {queue.name}
            </span>
          </Option>
        ))}
      </Dropdown>
    </FormRow>
  );
}
