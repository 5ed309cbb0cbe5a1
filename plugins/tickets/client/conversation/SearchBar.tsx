import {
  Menu,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { Dismiss20Regular, Filter20Filled, Filter20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton, SearchBox } from '@balcao/sdk/ui';

export interface ThreadSearch {
  term: string;
  onlyMedia: boolean;
}

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '8px 12px 8px 16px',
    flexShrink: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  on: { color: tokens.colorBrandForeground1 },
});

export interface SearchBarProps {
  search: ThreadSearch;
  onChange(search: ThreadSearch): void;
  onClose(): void;
}

/** Search within one conversation; its menu narrows it to media. */
export function SearchBar({ search, onChange, onClose }: SearchBarProps) {
  const styles = useStyles();
  const t = useT();
  return (
    <div
      className={styles.bar}
      role="search"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <SearchBox
        autoFocus
        value={search.term}
        onChange={(term) => onChange({ ...search, term: term.trim() })}
        placeholder={t('search.placeholder')}
      />
      <Menu
        checkedValues={{ show: search.onlyMedia ? ['media'] : [] }}
        onCheckedValueChange={(_, data) => onChange({ ...search, onlyMedia: data.checkedItems.includes('media') })}
      >
        <MenuTrigger disableButtonEnhancement>
          <IconButton
            icon={search.onlyMedia ? <Filter20Filled className={styles.on} /> : <Filter20Regular />}
            label={t('search.options')}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItemCheckbox name="show" value="media">
              {t('search.onlyMedia')}
            </MenuItemCheckbox>
          </MenuList>
        </MenuPopover>
      </Menu>
      <IconButton icon={<Dismiss20Regular />} label={t('search.close')} shortcut="Escape" onClick={onClose} />
    </div>
  );
}
