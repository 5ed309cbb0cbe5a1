import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { isUp, type ClientConnection } from './useClients.ts';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', minWidth: 0 },
  line: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  square: { width: '12px', height: '12px', flexShrink: 0, borderRadius: '3px' },
  up: { backgroundColor: ext.ok },
  down: { backgroundColor: ext.bad },
  word: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

const shown = 2;

/** The connections of a client, each with a green or red square and text. Disconnected ones come first. */
export function ConnectionStates({ connections }: { connections: readonly ClientConnection[] }) {
  const t = useT();
  const styles = useStyles();
  const sorted = connections.toSorted((one, other) => Number(isUp(one)) - Number(isUp(other)));
  const further = sorted.length - shown;
  return (
    <ul className={styles.list}>
      {sorted.length === 0 && (
        <li className={styles.line}>
          <span className={mergeClasses(styles.square, styles.down)} aria-hidden="true" />
          <span className={styles.word}>{t('clients.none')}</span>
        </li>
      )}
      {sorted.slice(0, shown).map((connection) => {
        const text = `${t(isUp(connection) ? 'clients.up' : 'clients.down')} · ${connection.name}`;
        return (
          <li key={connection.id} className={styles.line}>
            <span
              className={mergeClasses(styles.square, isUp(connection) ? styles.up : styles.down)}
              aria-hidden="true"
            />
            <span className={styles.word} title={text}>
              {text}
            </span>
          </li>
        );
      })}
      {further > 0 && <li className={styles.quiet}>{t('clients.more', { count: further })}</li>}
    </ul>
  );
}
