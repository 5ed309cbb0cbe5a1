import { Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowSyncCircle16Regular,
  CheckmarkCircle16Filled,
  PlugDisconnected16Regular,
  QrCode20Regular,
  Timer16Regular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useT } from '@balcao/sdk/client';
import { ext, type Tone } from '@balcao/sdk/ui';
import type { ConnectionStatus } from '../../contract.ts';
import { isUnpaired, isUnreached, type ConnectionRow } from '../connection-row.ts';
import { ImportState } from './ImportState.tsx';
import { NextTry } from './NextTry.tsx';

export const toneOf: Record<ConnectionStatus, Extract<Tone, 'ok' | 'warn' | 'bad' | 'info'>> = {
  CONNECTED: 'ok',
  DISCONNECTED: 'bad',
  qrcode: 'warn',
  TIMEOUT: 'warn',
  PAIRING: 'info',
  OPENING: 'info',
};
const icons: Record<ConnectionStatus, ReactElement> = {
  CONNECTED: <CheckmarkCircle16Filled />,
  DISCONNECTED: <PlugDisconnected16Regular />,
  qrcode: <QrCode20Regular style={{ width: 16, height: 16 }} />,
  TIMEOUT: <Timer16Regular />,
  PAIRING: <ArrowSyncCircle16Regular />,
  OPENING: <Spinner size="extra-tiny" aria-hidden="true" />,
};

const useStyles = makeStyles({
  cell: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '1px',
    minWidth: 0,
    '@media (max-width: 599px)': { alignItems: 'flex-end', textAlign: 'end' },
  },
  status: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
  },
  icon: { display: 'flex' },
  more: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'break-word',
  },
  ok: { color: ext.ok },
  warn: { color: ext.warn },
  bad: { color: ext.bad },
  info: { color: ext.info },
  off: { color: tokens.colorNeutralForeground3 },
});

/** Returns the next step of a connection that was never connected: scanning a code, or the channel’s own setup. */
const unpairedKind = ({ status, capabilities }: ConnectionRow): 'scan' | 'pair' | 'setUp' =>
  status === 'qrcode' ? 'scan' : capabilities.qr ? 'pair' : 'setUp';

/** The status of a connection as text, with its explanation. */
export function StatusCell({ connection }: { connection: ConnectionRow }) {
  const t = useT();
  const styles = useStyles();
  const { status, channelOn } = connection;
  // The status before the channel was disabled is outdated.
  if (!channelOn)
    return (
      <span className={styles.cell}>
        <span className={mergeClasses(styles.status, styles.off)}>
          <span className={styles.icon} aria-hidden="true">
            <PlugDisconnected16Regular />
          </span>
          {t('status.off')}
        </span>
        <span className={styles.more}>{t('statusMeans.off')}</span>
      </span>
    );
  if (isUnreached(connection))
    return (
      <span className={styles.cell}>
        <span className={mergeClasses(styles.status, styles.warn)}>
          <span className={styles.icon} aria-hidden="true">
            {icons.TIMEOUT}
          </span>
          {t('nextTry.unreached')}
        </span>
        <span className={styles.more}>
          <NextTry at={connection.nextTryAt} />
        </span>
      </span>
    );
  const unpaired = isUnpaired(connection) ? unpairedKind(connection) : undefined;
  return (
    <span className={styles.cell}>
      <span className={mergeClasses(styles.status, styles[unpaired ? 'warn' : toneOf[status]])}>
        <span className={styles.icon} aria-hidden="true">
          {icons[status]}
        </span>
        {t(unpaired ? `unpaired.${unpaired}` : `status.${status}`)}
      </span>
      {connection.importProgress ? (
        <ImportState connection={connection} />
      ) : (
        <span className={styles.more}>{t(unpaired ? `unpairedMeans.${unpaired}` : `statusMeans.${status}`)}</span>
      )}
    </span>
  );
}
