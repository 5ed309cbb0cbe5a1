import {
  Button,
  Dropdown,
  Field,
  Option,
  Switch,
  ToggleButton,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { Checkmark12Filled } from '@fluentui/react-icons';
import { Contributed, useSession, useT, usePoint } from '@balcao/sdk/client';
import { Dot, Segment, ext } from '@balcao/sdk/ui';
import { useConnections, useOwnQueues, useQueues, useUsers } from '../data/useDirectory.ts';
import { countFilters, withoutFilters } from '../model/list-filters.ts';
import type { ListFilters, ReadState } from '../model/list-filters.ts';
import { listFilterPoint } from '../parts.ts';
import { ContributedFilter } from './ContributedFilter.tsx';

const useStyles = makeStyles({
  panel: {
    margin: '0 12px 8px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    overflow: 'hidden auto',
    flexShrink: 0,
    maxHeight: 'min(72%, 560px)',
    display: 'flex',
    flexDirection: 'column',
  },
  fields: { padding: '12px', display: 'flex', flexDirection: 'column', gap: '12px' },
  pairs: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '12px',
    alignItems: 'start',
    // The last of an odd number fills its row.
    '& > :last-child:nth-child(odd)': { gridColumn: '1 / -1' },
  },
  switches: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(80px, 1fr))',
    gap: '8px',
    alignItems: 'start',
  },
  wide: { gridColumn: '1 / -1' },
  // Below its label, not beside it.
  switch: { marginLeft: '-8px' },
  dropdown: { minWidth: 0, width: '100%' },
  chips: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
  chip: {
    minWidth: 0,
    height: '24px',
    paddingInline: '8px',
    gap: '6px',
    borderRadius: tokens.borderRadiusCircular,
    fontWeight: tokens.fontWeightRegular,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 599px)': { height: '40px', paddingInline: '12px' },
  },
  chosen: { backgroundColor: ext.selected, fontWeight: tokens.fontWeightMedium },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: '36px',
    padding: '0 4px 0 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    position: 'sticky',
    bottom: 0,
    backgroundColor: tokens.colorNeutralBackground2,
  },
});

export interface FilterPanelProps {
  id: string;
  filters: ListFilters;
  /** Number of matching tickets; undefined while unknown. */
  found: number | undefined;
  onChange(change: Partial<ListFilters>): void;
}

/** The filters of the list, in its own column, so that their effect is visible at once. */
export function FilterPanel({ id, filters, found, onChange }: FilterPanelProps) {
  const styles = useStyles();
  const t = useT();
  const { can } = useSession();
  const connections = useConnections();
  const own = useOwnQueues();
  const all = useQueues();
  const mayShowAll = can('tickets-manager:showall');
  const mayChooseUsers = can('tickets-manager:userall');
  const users = useUsers(mayChooseUsers);
  const contributed = usePoint(listFilterPoint);
  const queues = mayShowAll ? all : own;
  const active = countFilters(filters);

  const toggleQueue = (queueId: number): void =>
    onChange({
      queueIds: filters.queueIds.includes(queueId)
        ? filters.queueIds.filter((each) => each !== queueId)
        : [...filters.queueIds, queueId],
    });
  const connection = connections.find((each) => each.id === filters.whatsappId);
  const readStates: ReadState[] = ['all', 'unread', 'read'];

  return (
    <section id={id} className={styles.panel} aria-label={t('filter.title')}>
      <div className={styles.fields}>
        <Segment
          label={t('filter.read.label')}
          value={filters.read}
          onChange={(read) => onChange({ read })}
          options={readStates.map((value) => ({ value, label: t(`filter.read.${value}`) }))}
        />
        {(connections.length > 1 || mayChooseUsers || contributed.length > 0) && (
          <div className={styles.pairs}>
            {connections.length > 1 && (
              <Field label={t('filter.connection')} size="small">
                <Dropdown
                  className={styles.dropdown}
                  size="small"
                  value={connection?.name ?? t('filter.allConnections')}
                  selectedOptions={[String(filters.whatsappId ?? '')]}
                  onOptionSelect={(_, data) => onChange({ whatsappId: Number(data.optionValue) || null })}
                >
                  <Option value="">{t('filter.allConnections')}</Option>
                  {connections.map((each) => (
                    <Option key={each.id} value={String(each.id)}>
                      {each.name}
                    </Option>
                  ))}
                </Dropdown>
              </Field>
            )}
            {mayChooseUsers && (
              <Field label={t('filter.users')} size="small">
                <Dropdown
                  className={styles.dropdown}
                  size="small"
                  multiselect
                  value={
                    filters.userIds.length > 0
                      ? t('filter.chosenUsers', { count: filters.userIds.length })
                      : t('filter.allUsers')
                  }
                  selectedOptions={filters.userIds.map(String)}
                  onOptionSelect={(_, data) => onChange({ userIds: data.selectedOptions.map(Number) })}
                >
                  {users.map((user) => (
                    <Option key={user.id} value={String(user.id)}>
                      {user.name}
                    </Option>
                  ))}
                </Dropdown>
              </Field>
            )}
            {contributed.map((item) => (
              <Contributed key={`${item.plugin}/${item.id}`} item={item}>
                <ContributedFilter
                  item={item}
                  value={filters.contributed[item.param] ?? ''}
                  onChange={(value) => onChange({ contributed: { [item.param]: value } })}
                />
              </Contributed>
            ))}
          </div>
        )}
        {queues.length > 0 && (
          <Field label={t('filter.queues')} size="small">
            <div className={styles.chips} role="group" aria-label={t('filter.queues')}>
              {queues.map((queue) => {
                const isChosen = filters.queueIds.includes(queue.id);
                return (
                  <ToggleButton
                    key={queue.id}
                    size="small"
                    className={mergeClasses(styles.chip, isChosen && styles.chosen)}
                    checked={isChosen}
                    onClick={() => toggleQueue(queue.id)}
                  >
                    {isChosen ? (
                      <Checkmark12Filled style={{ color: queue.color }} aria-hidden="true" />
                    ) : (
                      <Dot color={queue.color} square />
                    )}
                    {queue.name}
                  </ToggleButton>
                );
              })}
            </div>
          </Field>
        )}
        <div className={styles.switches}>
          {mayShowAll && (
            <Field label={t('filter.showAll')} size="small">
              <Switch
                className={styles.switch}
                checked={filters.showAll}
                onChange={(_, data) => onChange({ showAll: data.checked })}
              />
            </Field>
          )}
          <Field label={t('filter.snoozed')} size="small">
            <Switch
              className={styles.switch}
              checked={filters.snoozed}
              onChange={(_, data) => onChange({ snoozed: data.checked })}
            />
          </Field>
          <Field label={t('filter.unsent')} size="small">
            <Switch
              className={styles.switch}
              checked={filters.unsent}
              onChange={(_, data) => onChange({ unsent: data.checked })}
            />
          </Field>
        </div>
      </div>
      <div className={styles.foot}>
        <span aria-live="polite">
          {found !== undefined &&
            (active === 0
              ? t('filter.tickets', { count: found })
              : t('filter.summary', {
                  tickets: t('filter.tickets', { count: found }),
                  filters: t('filter.filters', { count: active }),
                }))}
        </span>
        <Button
          size="small"
          appearance="subtle"
          // Disabled but focusable, so that it keeps the focus once everything is cleared.
          disabledFocusable={active === 0}
          onClick={() => onChange(withoutFilters(filters))}
        >
          {t('filter.clear')}
        </Button>
      </div>
    </section>
  );
}
