import { Dropdown, Option, OptionGroup, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useT } from '@balcao/sdk/client';
import { boardsQuery } from '../board/boards-query.ts';

const useStyles = makeStyles({ select: { minWidth: 0, width: '100%' } });

/** Filters the list by one stage; an empty value means any. */
export default function LaneFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const styles = useStyles();
  const t = useT();
  const boards = useQuery(boardsQuery).data ?? [];
  const isOne = boards.length === 1;
  /** Lanes of the default board are named by their id alone. */
  const all = boards.map(({ id, title, isDefault, lanes }) => ({
    id,
    title,
    lanes: lanes.map((lane) => ({ value: isDefault ? lane.id : `${id}/${lane.id}`, title: lane.title })),
  }));
  const chosen = all.flatMap((board) =>
    board.lanes
      .filter((lane) => lane.value === value)
      .map((lane) => (isOne ? lane.title : `${board.title}: ${lane.title}`)),
  )[0];
  return (
    <Dropdown
      className={styles.select}
      size="small"
      aria-label={t('filter.title')}
      value={chosen ?? t('filter.any')}
      selectedOptions={[value]}
      onOptionSelect={(_, { optionValue }) => onChange(optionValue ?? '')}
    >
      <Option value="">{t('filter.any')}</Option>
      {all.map((board) => {
        const options = board.lanes.map((lane) => (
          <Option key={lane.value} value={lane.value}>
            {lane.title}
          </Option>
        ));
        return isOne ? (
          options
        ) : (
          <OptionGroup key={board.id} label={board.title}>
            {options}
          </OptionGroup>
        );
      })}
    </Dropdown>
  );
}
