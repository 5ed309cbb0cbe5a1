import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowClockwise20Regular, Checkmark20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import type { TicketActions } from '../data/useTicketActions.ts';

const useStyles = makeStyles({
  place: {
    flexShrink: 0,
    width: '100%',
    maxWidth: '976px',
    marginInline: 'auto',
    padding: '0 16px 16px',
    '@media (max-width: 599px)': { padding: '0 8px max(8px, env(safe-area-inset-bottom))' },
  },
  box: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    minHeight: '64px',
    padding: '8px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    backgroundColor: ext.raised,
  },
  text: { flexGrow: 1, minWidth: 0, color: tokens.colorNeutralForeground2, textWrap: 'pretty' },
  button: { flexShrink: 0 },
});

/** The step before writing: accepting a waiting conversation, reopening a closed one. */
export function RequiredStep({ ticket, actions }: { ticket: TicketView; actions: TicketActions }) {
  const styles = useStyles();
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const isPending = ticket.status === 'pending';
  const run = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await (isPending ? actions.accept(ticket) : actions.reopen(ticket));
    setBusy(false);
  };
  return (
    <div className={styles.place}>
      <div className={styles.box}>
        <span className={styles.text}>{t(isPending ? 'chat.pendingHint' : 'chat.closedHint')}</span>
        <Button
          className={styles.button}
          appearance={isPending ? 'primary' : 'secondary'}
          icon={isPending ? <Checkmark20Regular /> : <ArrowClockwise20Regular />}
          disabledFocusable={isBusy}
          onClick={() => void run()}
        >
          {t(isPending ? 'action.accept' : 'action.reopen')}
        </Button>
      </div>
    </div>
  );
}
