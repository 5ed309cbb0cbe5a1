import { useState } from 'react';
import { Button, Field, Switch, makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { DateField, SearchBox } from '@balcao/sdk/ui';
import { MultiChoice } from '../parts/MultiChoice.tsx';
import { listOf } from '../parts/useAddress.ts';
import { useConnections, usePeople, useQueues } from '../parts/useDirectory.ts';
import { useDimensions } from './use-report.ts';

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
    gap: '8px',
    alignItems: 'end',
    marginBottom: '16px',
    '@media (max-width: 599px)': { gridTemplateColumns: '1fr 1fr' },
  },
  wide: { gridColumn: 'span 2' },
  range: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '8px', gridColumn: 'span 2' },
  // In the last column whatever the number of fields, so that the button has one place.
  end: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'end',
    gap: '12px',
    gridColumn: '-3 / -1',
    whiteSpace: 'nowrap',
    '@media (max-width: 599px)': { gridColumn: '1 / -1', justifyContent: 'space-between' },
  },
});
const minTerm = 3;
const statuses = ['pending', 'open', 'closed'];

export interface FiltersProps {
  filter: Readonly<Record<string, string>>;
  onFilter(filter: Readonly<Record<string, string>>): void;
}

/** The filter of the report. It applies with Filtrar, so that a choice of many fields is one request. */
export function Filters({ filter, onFilter }: FiltersProps) {
  const t = useT();
  const styles = useStyles();
  const [connections, people, queues, dimensions] = [useConnections(), usePeople(), useQueues(), useDimensions()];
  const [draft, setDraft] = useState<Record<string, string>>({ ...filter });
  const applied = JSON.stringify(filter);
  // A saved filter, a link or Back changes the fields too.
  const [shown, setShown] = useState(applied);
  if (shown !== applied) {
    setShown(applied);
    setDraft(JSON.parse(applied) as Record<string, string>);
  }
  const set = (name: string, value: string): void => setDraft((before) => ({ ...before, [name]: value }));
  const term = draft['searchParam'] ?? '';
  const isShort = term.length > 0 && term.trim().length < minTerm;
  const choice = (name: string, among: readonly { id: number; name: string }[], label: string, all: string) => (
    <MultiChoice
      label={label}
      all={all}
      among={among.map(({ id, name: shown }) => ({ value: String(id), name: shown }))}
      chosen={listOf(draft[name])}
      onChange={(chosen) => set(name, chosen.join(','))}
    />
  );
  const also = Object.fromEntries(listOf(draft['also']).map((one) => [one.split(':')[0] ?? '', one]));
  return (
    <form
      className={styles.form}
      aria-label={t('filter.title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isShort) onFilter({ ...draft, contactId: term === '' ? (draft['contactId'] ?? '') : '' });
      }}
    >
      <Field
        className={styles.wide}
        label={t('filter.contact')}
        {...(isShort && { validationMessage: t('filter.short'), validationState: 'warning' as const })}
      >
        <SearchBox
          label={t('filter.contact')}
          placeholder={t('filter.contactHint')}
          value={term}
          onChange={(value) => set('searchParam', value)}
        />
      </Field>
      {choice('whatsappId', connections, t('filter.connections'), t('filter.allConnections'))}
      <MultiChoice
        label={t('filter.status')}
        all={t('filter.allStatuses')}
        among={statuses.map((value) => ({ value, name: t(`status.${value}`) }))}
        chosen={listOf(draft['status'])}
        onChange={(chosen) => set('status', chosen.join(','))}
      />
      {choice('users', people, t('filter.users'), t('filter.allUsers'))}
      {choice('queueIds', queues, t('filter.queues'), t('filter.allQueues'))}
      {dimensions.map(({ param, label, options }) => (
        <MultiChoice
          key={param}
          label={label}
          all={t('filter.all')}
          among={options.map(({ value, label: name }) => ({ value: `${param}:${value}`, name }))}
          chosen={also[param] ? [also[param]] : []}
          onChange={(chosen) =>
            set(
              'also',
              Object.values({ ...also, [param]: chosen.at(-1) ?? '' })
                .filter(Boolean)
                .join(','),
            )
          }
        />
      ))}
      <div className={styles.range}>
        <Field label={t(draft['basis'] === 'closed' ? 'filter.closedFrom' : 'filter.openedFrom')}>
          <DateField value={draft['dateFrom'] ?? ''} onChange={(value) => set('dateFrom', value)} />
        </Field>
        <Field label={t('filter.until')}>
          <DateField value={draft['dateTo'] ?? ''} onChange={(value) => set('dateTo', value)} />
        </Field>
      </div>
      <div className={styles.end}>
        <Switch
          label={t('filter.onlyRated')}
          checked={draft['onlyRated'] === 'true'}
          onChange={(_, { checked }) => set('onlyRated', checked ? 'true' : '')}
        />
        <Button type="submit" appearance="primary">
          {t('filter.apply')}
        </Button>
      </div>
    </form>
  );
}
