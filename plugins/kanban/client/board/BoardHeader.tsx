import {
  Button,
  Dropdown,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Option,
  OptionGroup,
  makeStyles,
} from '@fluentui/react-components';
import { Add20Regular, Filter20Regular, MoreHorizontal20Regular, Search20Regular } from '@fluentui/react-icons';
import { useSession, useT, useViewport } from '@balcao/sdk/client';
import { IconButton, SearchBox } from '@balcao/sdk/ui';
import type { BoardSettings } from './board-data.ts';
import type { BoardPlace } from './useBoardFilter.ts';
import { usePeople } from './useDirectory.ts';

const useStyles = makeStyles({
  narrow: { minWidth: 0, width: '150px' },
  others: { minWidth: 0, width: '190px' },
});

export type BoardCommand = 'addLane' | 'editBoard' | 'addBoard' | 'removeBoard' | 'numbers' | 'people';

interface BoardHeaderProps {
  boards: readonly BoardSettings[];
  board: BoardSettings | undefined;
  place: BoardPlace;
  isFiltering: boolean;
  onFilter(): void;
  /** On a phone the search is a row of its own. */
  isSearching: boolean;
  onSearch(): void;
  onView(person: { id: number; name: string }): void;
  onCommand(what: BoardCommand): void;
}

/** The controls of the page: the board, the search, whose cards, the filters, and what may be changed. */
export function BoardHeader(props: BoardHeaderProps) {
  const { boards, board, place, isFiltering, onFilter, isSearching, onSearch, onView, onCommand } = props;
  const styles = useStyles();
  const t = useT();
  const { can, user } = useSession();
  const { touch, wide } = useViewport();
  const mayManage = can('crm:view');
  const others = usePeople(mayManage).filter(({ id }) => id !== user.id);
  const { filter, setFilter, count } = place;
  return (
    <>
      {boards.length > 1 && (
        <Dropdown
          className={styles.narrow}
          aria-label={t('boards.choose')}
          value={board?.title ?? ''}
          selectedOptions={[String(board?.id ?? '')]}
          onOptionSelect={(_, { optionValue }) => optionValue && place.setBoard(Number(optionValue))}
        >
          {boards.map(({ id, title }) => (
            <Option key={id} value={String(id)}>
              {title}
            </Option>
          ))}
        </Dropdown>
      )}
      {touch ? (
        <IconButton
          icon={<Search20Regular />}
          appearance="outline"
          label={t('page.search')}
          aria-expanded={isSearching}
          onClick={onSearch}
        />
      ) : (
        <SearchBox
          width={wide ? 200 : 140}
          value={filter.search}
          placeholder={t('page.search')}
          onChange={(search) => setFilter({ search })}
        />
      )}
      {mayManage && !touch && (
        <Dropdown
          className={styles.others}
          aria-label={t('view.others')}
          value={filter.view === 'all' ? t('view.everybody') : t('view.others')}
          selectedOptions={[filter.view === 'all' ? 'all' : '']}
          onOptionSelect={(_, { optionValue }) => {
            const person = others.find(({ id }) => String(id) === optionValue);
            if (person) onView(person);
            else setFilter({ view: optionValue ?? '', ...(optionValue !== 'all' && { users: '' }) });
          }}
        >
          <Option value="">{t('view.own')}</Option>
          <Option value="all">{t('view.everybody')}</Option>
          <OptionGroup label={t('view.only')}>
            {others.map(({ id, name }) => (
              <Option key={id} value={String(id)}>
                {name}
              </Option>
            ))}
          </OptionGroup>
        </Dropdown>
      )}
      <IconButton
        icon={<Filter20Regular />}
        appearance="outline"
        label={count > 0 ? t('filters.count', { count }) : t('filters.title')}
        aria-expanded={isFiltering}
        onClick={onFilter}
      />
      {mayManage && !touch && (
        <Button appearance="primary" icon={<Add20Regular />} onClick={() => onCommand('addLane')}>
          {t('lane.add')}
        </Button>
      )}
      {mayManage && (
        <Menu positioning="below-end">
          <MenuTrigger disableButtonEnhancement>
            <IconButton icon={<MoreHorizontal20Regular />} label={t('boards.menu')} />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {touch && <MenuItem onClick={() => onCommand('addLane')}>{t('lane.add')}</MenuItem>}
              {touch && <MenuItem onClick={() => onCommand('people')}>{t('view.others')}</MenuItem>}
              <MenuItem onClick={() => onCommand('numbers')}>{t('numbers.title')}</MenuItem>
              <MenuItem onClick={() => onCommand('editBoard')}>{t('boards.edit')}</MenuItem>
              <MenuItem onClick={() => onCommand('addBoard')}>{t('boards.add')}</MenuItem>
              <MenuItem disabled={board?.isDefault !== false} onClick={() => onCommand('removeBoard')}>
                {t('boards.remove')}
              </MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
    </>
  );
}
