import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { atom, useAtom, useSetAtom } from 'jotai';
import type { RefObject } from 'react';
import { useT, useToasts } from '@balcao/sdk/client';
import { isSame } from '../../model/saved-views.ts';
import { useChosenView } from './useChosenView.ts';
import { viewActions } from './view-actions.ts';
import { viewDialogAtom } from './view-dialogs.ts';

const useStyles = makeStyles({
  menu: { minWidth: '240px', maxWidth: 'min(320px, calc(100vw - 24px))' },
  name: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  hint: {
    margin: 0,
    padding: '8px 10px',
    maxWidth: '260px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    textWrap: 'pretty',
  },
});

/** The view chosen last: after a change of filters, it is the one to update. */
const lastChosenAtom = atom<number | undefined>(undefined);

export interface ViewsMenuProps {
  target: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** One's views, and actions on the current filters. */
export function ViewsMenu({ target, onClose }: ViewsMenuProps) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { views, chosen, choose, now } = useChosenView();
  const [lastId, setLast] = useAtom(lastChosenAtom);
  const openDialog = useSetAtom(viewDialogAtom);
  const last = chosen ? undefined : views.find(({ id }) => id === lastId);
  const isPlain = Object.keys(now).length === 0;
  const overwrite = async (): Promise<void> => {
    if (!last) return;
    const before = last.filters;
    try {
      await viewActions.change(last.id, { filters: now });
      toasts.undo(t('views.overwritten', { name: last.name }), () => {
        void viewActions.change(last.id, { filters: before }).catch((error: unknown) => toasts.error(error));
      });
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <Menu
      open
      hasCheckmarks={views.length > 0}
      positioning={{ target: target.current, position: 'below', align: 'end', offset: 4 }}
      checkedValues={{ view: chosen ? [String(chosen.id)] : [] }}
      onOpenChange={(_, data) => !data.open && onClose()}
    >
      <MenuPopover className={styles.menu}>
        <MenuList aria-label={t('views.title')}>
          {views.map((view) => (
            <MenuItemRadio
              key={view.id}
              name="view"
              value={String(view.id)}
              onClick={() => {
                setLast(view.id);
                choose(view);
                onClose();
              }}
            >
              <span className={styles.name} title={view.name}>
                {view.name}
              </span>
            </MenuItemRadio>
          ))}
          {views.length > 0 && <MenuDivider />}
          {last && !isPlain && !isSame(last.filters, now) && (
            <MenuItem onClick={() => void overwrite()}>{t('views.overwrite', { name: last.name })}</MenuItem>
          )}
          <MenuItem disabled={isPlain || chosen !== undefined} onClick={() => openDialog('save')}>
            {t('views.save')}
          </MenuItem>
          {views.length > 0 && <MenuItem onClick={() => openDialog('manage')}>{t('views.manage')}</MenuItem>}
        </MenuList>
        {views.length === 0 && <p className={styles.hint}>{t(isPlain ? 'views.nothing' : 'views.none')}</p>}
      </MenuPopover>
    </Menu>
  );
}
