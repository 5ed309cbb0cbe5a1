import { Button, Dialog, Input, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDown16Regular, ArrowUp16Regular, Delete16Regular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { DialogFrame, IconButton } from '@balcao/sdk/ui';
import { moved } from '../../model/saved-views.ts';
import type { SavedView } from '../../model/saved-views.ts';
import { useSavedViews } from './useSavedViews.ts';
import { viewActions } from './view-actions.ts';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '4px' },
  row: { display: 'flex', alignItems: 'center', gap: '2px', flexWrap: 'wrap' },
  name: { flexGrow: 1, minWidth: '140px', marginRight: '6px' },
  fault: {
    flexBasis: '100%',
    margin: 0,
    color: tokens.colorStatusDangerForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  empty: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** Renames, orders and deletes one's views; each step is saved at once. */
export function ManageViewsDialog({ onClose }: { onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const views = useSavedViews();
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLButtonElement>(null);
  const tried = (work: Promise<unknown>): void => void work.catch((error: unknown) => toasts.error(error));

  const move = (index: number, by: -1 | 1): void => tried(viewActions.order(moved(views, index, by)));
  const remove = (view: SavedView, index: number): void => {
    tried(
      viewActions
        .remove(view)
        .then(() =>
          toasts.undo(t('views.deleted', { name: view.name }), () =>
            tried(viewActions.save(view.name, view.filters, index)),
          ),
        ),
    );
    // The focused button disappeared with its row.
    const neighbour = views[index + 1] ?? views[index - 1];
    const next = neighbour && list.current?.querySelector<HTMLElement>(`[data-view="${neighbour.id}"] input`);
    (next || end.current)?.focus();
  };
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogFrame
        title={t('views.manageTitle')}
        width={460}
        onClose={onClose}
        footer={
          <Button ref={end} appearance="primary" onClick={onClose}>
            {t('views.close')}
          </Button>
        }
      >
        {views.length === 0 ? (
          <p className={styles.empty}>{t('views.empty')}</p>
        ) : (
          <ul className={styles.list} ref={list}>
            {views.map((view, index) => (
              <li key={view.id} className={styles.row} data-view={view.id}>
                <ViewName view={view} />
                <IconButton
                  icon={<ArrowUp16Regular />}
                  label={t('views.up', { name: view.name })}
                  disabledFocusable={index === 0}
                  onClick={() => index > 0 && move(index, -1)}
                />
                <IconButton
                  icon={<ArrowDown16Regular />}
                  label={t('views.down', { name: view.name })}
                  disabledFocusable={index === views.length - 1}
                  onClick={() => index < views.length - 1 && move(index, 1)}
                />
                <IconButton
                  icon={<Delete16Regular />}
                  label={t('views.delete', { name: view.name })}
                  onClick={() => remove(view, index)}
                />
              </li>
            ))}
          </ul>
        )}
      </DialogFrame>
    </Dialog>
  );
}

/** Renames in place: saved on Enter and when the field is left, cancelled by Esc. */
function ViewName({ view }: { view: SavedView }) {
  const styles = useStyles();
  const t = useT();
  const textOf = useErrorText();
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const settle = async (): Promise<void> => {
    const name = typed?.trim();
    if (!name || name === view.name) return setTyped(undefined);
    try {
      await viewActions.change(view.id, { name });
      setTyped(undefined);
      setFault(undefined);
    } catch (error) {
      setFault(textOf(error));
    }
  };
  return (
    <>
      <Input
        className={styles.name}
        aria-label={t('views.rename', { name: view.name })}
        aria-invalid={fault !== undefined}
        maxLength={50}
        autoComplete="off"
        value={typed ?? view.name}
        onChange={(_, data) => {
          setTyped(data.value);
          setFault(undefined);
        }}
        onBlur={() => void settle()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void settle();
          if (event.key === 'Escape' && typed !== undefined && typed !== view.name) {
            event.stopPropagation();
            setTyped(undefined);
            setFault(undefined);
          }
        }}
      />
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
