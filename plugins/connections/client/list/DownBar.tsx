import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';
import { isDown, isUnreached, type ConnectionRow } from '../connection-row.ts';
import { NextTry } from './NextTry.tsx';

const useStyles = makeStyles({
  button: { flexShrink: 0, whiteSpace: 'nowrap', '@media (max-width: 599px)': { minHeight: '40px' } },
  name: { fontWeight: tokens.fontWeightSemibold },
});

export interface DownBarProps {
  connections: readonly ConnectionRow[];
  /** Starts the action that the connection’s status asks for; absent without the permission. */
  onMend?: ((connection: ConnectionRow) => void) | undefined;
}

const isFresh = (at: string): boolean => Date.now() - Date.parse(at) < 60_000;

/** The connection that is down longest, with the action that repairs it. */
export function DownBar({ connections, onMend }: DownBarProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const [first, ...others] = connections
    .filter((connection) => connection.channelOn && isDown(connection))
    .toSorted(
      (one, other) => Number(other.isDefault) - Number(one.isDefault) || one.updatedAt.localeCompare(other.updatedAt),
    );
  if (!first) return null;
  const isOut = isUnreached(first);
  const step = isOut ? 'tryNow' : first.status === 'qrcode' ? 'showCode' : first.capabilities.qr ? 'renew' : 'retry';
  const isNew = isFresh(first.updatedAt);
  return (
    <Bar
      tone="bad"
      action={
        onMend && (isOut || first.status !== 'TIMEOUT') ? (
          <Button size="small" className={styles.button} onClick={() => onMend(first)}>
            {t(`session.${step}`)}
          </Button>
        ) : undefined
      }
    >
      <span className={styles.name}>
        {t(isNew ? 'down.now' : 'down.since', { name: first.name, since: format.elapsed(first.updatedAt) })}
      </span>{' '}
      {isOut ? (
        <>
          {t('nextTry.unreached')}. <NextTry at={first.nextTryAt} />.
        </>
      ) : (
        t(`down.${first.status}`)
      )}
      {others.length > 0 && ` ${t('down.more', { count: others.length })}`}
    </Bar>
  );
}
