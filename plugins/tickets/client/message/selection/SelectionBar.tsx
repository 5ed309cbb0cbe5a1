import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowForward20Regular, Copy20Regular, Dismiss20Regular } from '@fluentui/react-icons';
import { useSetAtom } from 'jotai';
import { useCloseOnBack, useFormat, useShortcut, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { ext, VisuallyHidden, IconButton } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../../contract.ts';
import { ticketDialogAtom } from '../../dialogs/ticket-dialogs.ts';
import { useViewScope } from '../../view/page-scope.ts';
import { messageSelectionAtom, mayForward } from './message-selection.ts';

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '56px',
    padding: '4px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
    '@media (max-width: 599px)': { padding: '4px 8px max(4px, env(safe-area-inset-bottom))' },
  },
  count: { flexGrow: 1, minWidth: 0, fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
});

export interface SelectionBarProps {
  ticket: TicketView;
  messages: readonly MessageView[];
  onLeave(): void;
}

/** Actions on the selected messages, in place of the composer. */
export function SelectionBar({ ticket, messages, onLeave }: SelectionBarProps) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { dateTime } = useFormat();
  const { touch } = useViewport();
  const scope = useViewScope();
  const setSelection = useSetAtom(messageSelectionAtom, scope);
  const open = useSetAtom(ticketDialogAtom, scope);
  const leave = (): void => {
    setSelection(undefined);
    onLeave();
  };
  useShortcut('Escape', leave, { when: () => scope.shortcuts });
  useCloseOnBack(leave);
  const count = messages.length;
  const allForwardable = messages.every(mayForward);
  const lineOf = ({ createdAt, fromMe, user, participant, body, files }: MessageView): string => {
    const who = fromMe ? (user?.name ?? participant ?? t('message.us')) : (participant ?? ticket.contact.name);
    return `[${dateTime(createdAt)}] ${who}: ${[...files.map(({ name }) => `<${name}>`), body].filter(Boolean).join(' ')}`;
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(messages.map(lineOf).join('\n'));
      toasts.success(t('message.copied'));
      leave();
    } catch (error) {
      toasts.error(error);
    }
  };
  const forward = (): void => open({ kind: 'forward', messages, onDone: leave });
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('choose.bar')}>
      <IconButton icon={<Dismiss20Regular />} label={t('choose.leave')} shortcut="Escape" onClick={leave} />
      <span className={styles.count} aria-hidden="true">
        {t('choose.count', { count })}
      </span>
      <VisuallyHidden live="polite">{t('choose.count', { count })}</VisuallyHidden>
      {touch ? (
        <IconButton icon={<Copy20Regular />} label={t('message.copy')} onClick={() => void copy()} />
      ) : (
        <Button icon={<Copy20Regular />} onClick={() => void copy()}>
          {t('message.copy')}
        </Button>
      )}
      <Button
        appearance="primary"
        icon={<ArrowForward20Regular />}
        disabledFocusable={!allForwardable}
        {...(allForwardable ? {} : { title: t('choose.noNotes') })}
        onClick={forward}
      >
        {t('message.forward')}
      </Button>
    </div>
  );
}
