import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { errorText, useT } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { useTicketDialogs } from '../dialogs/ticket-dialogs.ts';
import { LogSteps } from '../log/LogSteps.tsx';
import { useLog } from '../log/useLog.ts';

/** Number of steps shown at first. */
const shortLog = 6;

const useStyles = makeStyles({
  more: { marginTop: '4px', marginLeft: '-8px' },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, margin: 0 },
});

/** The last steps of the ticket, newest first. */
export function TicketLog({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const dialogs = useTicketDialogs();
  const [isWhole, setWhole] = useState(false);
  const { read, error, refetch } = useLog(ticket);
  if (error && !read) {
    return (
      <p className={styles.note}>
        {errorText(error, t)}{' '}
        <Button size="small" appearance="transparent" onClick={() => void refetch()}>
          {t('log.retry')}
        </Button>
      </p>
    );
  }
  if (!read) return null;
  const { steps } = read;
  const newest = steps.toReversed();
  if (steps.length === 0) return <p className={styles.note}>{t('log.empty')}</p>;
  return (
    <>
      <LogSteps steps={isWhole ? newest : newest.slice(0, shortLog)} />
      <div className={styles.more}>
        {steps.length > shortLog && (
          <Button size="small" appearance="transparent" onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('log.less') : t('log.more', { count: steps.length - shortLog })}
          </Button>
        )}
        <Button size="small" appearance="transparent" onClick={() => dialogs.open({ kind: 'log', ticket })}>
          {t('log.whole')}
        </Button>
      </div>
    </>
  );
}
