import { Dropdown, Option, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import type { Board } from '../../contract.ts';

const useStyles = makeStyles({ select: { minWidth: 0, width: '100%' } });

/** Filters the list by one stage; an empty value means any. */
export default function LaneFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const styles = useStyles();
  const t = useT();
  const board = useQuery({
    queryKey: ['kanban', 'lanes'],
    queryFn: ({ signal }) => api.get<Board>('/kanban-lanes', {}, { signal }),
    staleTime: 5 * 60_000,
  }).data;
  const lanes = board?.lanes ?? [];
  return (
    <Dropdown
      className={styles.select}
      size="small"
      aria-label={t('filter.title')}
      value={lanes.find(({ id }) => id === value)?.title ?? t('filter.any')}
      selectedOptions={[value]}
      onOptionSelect={(_, { optionValue }) => onChange(optionValue ?? '')}
    >
      <Option value="">{t('filter.any')}</Option>
      {lanes.map(({ id, title }) => (
        <Option key={id} value={id}>
          {title}
        </Option>
      ))}
    </Dropdown>
  );
}
