import { Button, Dropdown, Field, Input, Option, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useSession, useT } from '@balcao/sdk/client';
import { AmountField, amountText, ext, readAmount } from '@balcao/sdk/ui';
import { useConnections, usePeople, useQueues, useTags, type Named } from './useDirectory.ts';
import type { BoardFilter } from './board-filter.ts';

const useStyles = makeStyles({
  panel: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
    gap: '8px 12px',
    alignItems: 'end',
    flexShrink: 0,
    padding: '12px 24px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
    maxHeight: '50%',
    overflowY: 'auto',
  },
  control: { minWidth: 0, width: '100%' },
});

interface ManyProps {
  label: string;
  among: readonly Named[];
  value: string;
  onChange(value: string): void;
}

/** A choice of several, kept as `1,2` in the address. */
function Many({ label, among, value, onChange }: ManyProps) {
  const styles = useStyles();
  const chosen = value.split(',').filter(Boolean);
  const names = among.filter(({ id }) => chosen.includes(String(id))).map(({ name }) => name);
  return (
    <Field label={label} size="small">
      <Dropdown
        multiselect
        size="small"
        className={styles.control}
        value={names.join(', ')}
        selectedOptions={chosen}
        onOptionSelect={(_, { selectedOptions }) => onChange(selectedOptions.join(','))}
      >
        {among.map(({ id, name }) => (
          <Option key={id} value={String(id)}>
            {name}
          </Option>
        ))}
      </Dropdown>
    </Field>
  );
}

interface AmountProps {
  label: string;
  cents: string;
  onChange(cents: string): void;
}
function Amount({ label, cents, onChange }: AmountProps) {
  const [typed, setTyped] = useState(cents === '' ? '' : amountText(Number(cents)));
  return (
    <Field label={label} size="small">
      <AmountField
        size="small"
        value={typed}
        onChange={setTyped}
        onBlur={() => onChange(String(readAmount(typed) ?? ''))}
      />
    </Field>
  );
}

interface FilterPanelProps {
  filter: BoardFilter;
  onChange(change: Partial<BoardFilter>): void;
  count: number;
}

/** The filters of a board; each is in the address at once. */
export function FilterPanel({ filter, onChange, count }: FilterPanelProps) {
  const styles = useStyles();
  const t = useT();
  const { isOn } = useSession();
  const statuses = ['open', 'pending', 'closed'] as const;
  const clear = {
    status: '',
    queueIds: '',
    users: '',
    whatsappId: '',
    tags: '',
    min: '',
    max: '',
    idleDays: '',
    followUp: '',
  };
  const connections = useConnections();
  const hasTags = isOn('tags');
  return (
    <div className={styles.panel} role="region" aria-label={t('filters.title')}>
      <Field label={t('filters.status')} size="small">
        <Dropdown
          size="small"
          className={styles.control}
          value={filter.status === '' ? t('filters.any') : t(`status.${filter.status}`)}
          selectedOptions={[filter.status]}
          onOptionSelect={(_, { optionValue }) => onChange({ status: optionValue ?? '' })}
        >
          <Option value="">{t('filters.any')}</Option>
          {statuses.map((status) => (
            <Option key={status} value={status}>
              {t(`status.${status}`)}
            </Option>
          ))}
        </Dropdown>
      </Field>
      <Many
        label={t('filters.queues')}
        among={useQueues()}
        value={filter.queueIds}
        onChange={(queueIds) => onChange({ queueIds })}
      />
      {filter.view === 'all' && <People value={filter.users} onChange={(users) => onChange({ users })} />}
      {connections.length > 1 && (
        <Field label={t('filters.connection')} size="small">
          <Dropdown
            size="small"
            className={styles.control}
            value={connections.find(({ id }) => String(id) === filter.whatsappId)?.name ?? t('filters.any')}
            selectedOptions={[filter.whatsappId]}
            onOptionSelect={(_, { optionValue }) => onChange({ whatsappId: optionValue ?? '' })}
          >
            <Option value="">{t('filters.any')}</Option>
            {connections.map(({ id, name }) => (
              <Option key={id} value={String(id)}>
                {name}
              </Option>
            ))}
          </Dropdown>
        </Field>
      )}
      {hasTags && <TagChoice value={filter.tags} onChange={(tags) => onChange({ tags })} />}
      <Amount label={t('filters.min')} cents={filter.min} onChange={(min) => onChange({ min })} />
      <Amount label={t('filters.max')} cents={filter.max} onChange={(max) => onChange({ max })} />
      <Field label={t('filters.idleDays')} size="small">
        <Input
          size="small"
          type="number"
          min={1}
          max={3650}
          className={styles.control}
          value={filter.idleDays}
          onChange={(_, { value }) =>
            onChange({ idleDays: value.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, 4) })
          }
        />
      </Field>
      <Switch
        label={t('filters.followUp')}
        checked={filter.followUp === '1'}
        onChange={(_, { checked }) => onChange({ followUp: checked ? '1' : '' })}
      />
      <Button appearance="subtle" disabled={count === 0} onClick={() => onChange(clear)}>
        {t('filters.clear')}
      </Button>
    </div>
  );
}

type ChoiceProps = Pick<ManyProps, 'value' | 'onChange'>;
function People(props: ChoiceProps) {
  return <Many label={useT()('filters.users')} among={usePeople()} {...props} />;
}
function TagChoice(props: ChoiceProps) {
  return <Many label={useT()('filters.tags')} among={useTags()} {...props} />;
}
