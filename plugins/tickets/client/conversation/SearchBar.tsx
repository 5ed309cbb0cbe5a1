import {
  Button,
  Menu,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  ChevronDown20Regular,
  ChevronUp20Regular,
  Dismiss20Regular,
  Filter20Filled,
  Filter20Regular,
} from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import { useShortcut, useT } from '@balcao/sdk/client';
import { IconButton, SearchBox } from '@balcao/sdk/ui';
import { useViewScope } from '../view/page-scope.ts';
import type { SearchOfThread } from './useThreadSearch.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '8px 12px 8px 16px',
    flexShrink: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { paddingInline: '12px 4px' },
  },
  on: { color: tokens.colorBrandForeground1 },
  place: {
    minWidth: 0,
    paddingInline: '6px',
    whiteSpace: 'nowrap',
    flexShrink: 0,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
});

export interface SearchBarProps {
  thread: SearchOfThread;
  onClose(): void;
}

/** Search in one conversation; its menu restricts it to media, Enter goes through the results in place. */
export function SearchBar({ thread, onClose }: SearchBarProps) {
  const styles = useStyles();
  const t = useT();
  const { shortcuts } = useViewScope();
  const { search, change, found, messages, place, step, list } = thread;
  const bar = useRef<HTMLDivElement>(null);
  // Wherever the focus is: the search is closed before the conversation.
  useShortcut('Escape', onClose, { when: () => shortcuts });
  // The list that was clicked is gone: the focus stays in the search.
  useEffect(() => {
    if (place > 0 && document.activeElement === document.body) bar.current?.querySelector('input')?.focus();
  }, [place]);
  if (!search) return null;
  const isShowingResult = place > 0;
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="search"
      onKeyDown={(event) => {
        // Its menu is rendered elsewhere on the page, and handles Escape itself.
        if (!event.currentTarget.contains(event.target as Node)) return;
        if (event.key === 'Escape') {
          event.preventDefault();
          onClose();
        }
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          // The field is debounced; results can be stepped through once the term has arrived.
          if (event.target.value.trim() === search.term) void step(event.shiftKey ? 1 : -1);
        }
      }}
    >
      <SearchBox
        autoFocus
        value={search.term}
        onChange={(term) => change({ ...search, term: term.trim() })}
        placeholder={t('search.placeholder')}
      />
      {isShowingResult && (
        <Button
          className={styles.place}
          size="small"
          appearance="subtle"
          aria-label={t('thread.backToFinds')}
          title={t('thread.backToFinds')}
          onClick={list}
        >
          {t(found.hasNextPage ? 'thread.findOfMore' : 'thread.findOf', { place, count: messages.length })}
        </Button>
      )}
      {messages.length > 0 && thread.isAsking && (
        <>
          <IconButton
            icon={<ChevronUp20Regular />}
            label={t('thread.olderFind')}
            shortcut="Enter"
            disabledFocusable={isShowingResult && place === messages.length && !found.hasNextPage}
            onClick={() => void step(-1)}
          />
          <IconButton
            icon={<ChevronDown20Regular />}
            label={t('thread.newerFind')}
            shortcut="shift+Enter"
            disabledFocusable={!isShowingResult || place === 1}
            onClick={() => void step(1)}
          />
        </>
      )}
      <Menu
        checkedValues={{ show: search.onlyMedia ? ['media'] : [] }}
        onCheckedValueChange={(_, data) => change({ ...search, onlyMedia: data.checkedItems.includes('media') })}
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
