import { Dropdown, Option, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useSession, useT, useViewport } from '@balcao/sdk/client';
import { Dot, SearchBox } from '@balcao/sdk/ui';
import type { PanelFilters as Filters } from '../data/panel-filters.ts';
import { cardOrders } from '../model/card-order.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    '@media (max-width: 1279px)': { padding: '8px 10px' },
    // Beside each other they would be too narrow to read.
    '@media (max-width: 599px)': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  field: {
    minWidth: '0',
    width: '184px',
    whiteSpace: 'nowrap',
    '& button': { overflow: 'hidden' },
    '@media (max-width: 599px)': { width: '100%' },
  },
  option: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
  list: { maxHeight: '320px' },
  none: { color: tokens.colorNeutralForeground3 },
});

interface Choice {
  id: number;
  name: string;
  color: string;
}
const staleTime = 60_000;

const useChoices = (path: string, name: string, isOn: boolean): Choice[] =>
  useQuery({
    queryKey: ['manager', 'choices', path],
    queryFn: async ({ signal }) => {
      const answer = await api.get<Choice[] | Record<string, Choice[]>>(path, {}, { signal });
      return Array.isArray(answer) ? answer : (answer[name] ?? []);
    },
    enabled: isOn,
    staleTime,
  }).data ?? [];

interface ManyProps {
  label: string;
  all: string;
  chosenText(count: number): string;
  choices: readonly Choice[];
  chosen: readonly number[];
  isSquare?: boolean;
  onChange(ids: number[]): void;
}

/** Several of a list; none chosen means all. */
function Many({ label, all, chosenText, choices, chosen, isSquare = false, onChange }: ManyProps) {
  const styles = useStyles();
  const only = chosen.length === 1 ? choices.find(({ id }) => id === chosen[0])?.name : undefined;
  return (
    <Dropdown
      className={styles.field}
      aria-label={label}
      multiselect
      listbox={{ className: styles.list }}
      value={chosen.length === 0 ? all : (only ?? chosenText(chosen.length))}
      selectedOptions={chosen.map(String)}
      onOptionSelect={(_, { selectedOptions }) => onChange(selectedOptions.map(Number))}
    >
      {choices.map(({ id, name, color }) => (
        <Option key={id} value={String(id)} text={name}>
          <span className={styles.option}>
            <Dot color={color} square={isSquare} size={8} />
            {name}
          </span>
        </Option>
      ))}
    </Dropdown>
  );
}

interface PanelFiltersProps {
  filters: Filters;
  onChange(part: Partial<Filters>): void;
}

/** Departments, tags, the order of the cards, and a search by name. */
export function PanelFilters({ filters, onChange }: PanelFiltersProps) {
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  const { isOn } = useSession();
  const hasTags = isOn('tags');
  const queues = useChoices('/queue', 'queues', true);
  const tags = useChoices('/tags/list', 'tags', hasTags);
  const orderText = t(`order.${filters.order}`);
  return (
    <div className={styles.bar}>
      <SearchBox
        className={styles.field}
        value={filters.name}
        wait={150}
        onChange={(name) => onChange({ name })}
        placeholder={t('filter.person')}
      />
      <Many
        label={t('filter.queues')}
        all={t(touch ? 'filter.queues' : 'filter.allQueues')}
        chosenText={(count) => t('filter.someQueues', { count })}
        choices={queues}
        chosen={filters.queueIds}
        isSquare
        onChange={(queueIds) => onChange({ queueIds })}
      />
      {hasTags && (
        <Many
          label={t('filter.tags')}
          all={t('filter.allTags')}
          chosenText={(count) => t('filter.someTags', { count })}
          choices={tags}
          chosen={filters.tagIds}
          onChange={(tagIds) => onChange({ tagIds })}
        />
      )}
      <Dropdown
        className={styles.field}
        aria-label={t('filter.order')}
        value={orderText}
        selectedOptions={[filters.order]}
        onOptionSelect={(_, { optionValue }) =>
          onChange({ order: cardOrders.find((order) => order === optionValue) ?? 'waiting' })
        }
      >
        {cardOrders.map((order) => (
          <Option key={order} value={order}>
            {t(`order.${order}`)}
          </Option>
        ))}
      </Dropdown>
    </div>
  );
}
