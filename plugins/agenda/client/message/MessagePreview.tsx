import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRepeatAll16Regular, Attach16Regular, Clock16Regular } from '@fluentui/react-icons';
import { useLanguage, useSession, useT } from '@balcao/sdk/client';
import { Bar, ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  side: {
    position: 'sticky',
    top: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '16px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.canvas,
    minWidth: 0,
    '@media (max-width: 859px)': { position: 'static' },
  },
  head: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: 600 },
  times: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  time: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 12px',
    fontVariantNumeric: 'tabular-nums',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderBottom: 'none' },
    '& > svg': { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  },
  bubble: {
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.selected,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  file: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

export interface MessagePreviewProps {
  /** Milliseconds since 1970: the first moments at which it leaves. */
  times: readonly number[];
  repeats: boolean;
  /** With the contact's name filled in. */
  text: string;
  fileName: string | null;
  /** The connection has a reply window, and no template was chosen. */
  failsOutside: boolean;
}

/** When a message leaves, and how it arrives. */
export function MessagePreview({ times, repeats, text, fileName, failsOutside }: MessagePreviewProps) {
  const t = useT();
  const styles = useStyles();
  const language = useLanguage();
  const timeZone = useSession().company.timeZone;
  const format = new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const Sign = repeats ? ArrowRepeatAll16Regular : Clock16Regular;
  return (
    <section className={styles.side} aria-label={t('preview.label')}>
      <h3 className={styles.head}>{t(repeats ? 'repeat.next' : 'preview.when')}</h3>
      {times.length === 0 ? (
        <p className={styles.quiet}>{t('preview.never')}</p>
      ) : (
        <ol className={styles.times}>
          {times.map((at) => (
            <li key={at} className={styles.time}>
              <Sign aria-hidden />
              {format.format(at)}
            </li>
          ))}
        </ol>
      )}
      <h3 className={styles.head}>{t('preview.how')}</h3>
      {text.trim() === '' && fileName === null ? (
        <p className={styles.quiet}>{t('preview.empty')}</p>
      ) : (
        <div className={styles.bubble}>
          {fileName !== null && (
            <span className={styles.file}>
              <Attach16Regular aria-hidden />
              {fileName}
            </span>
          )}
          {text}
        </div>
      )}
      {failsOutside && <Bar tone="warn">{t('preview.failsOutside')}</Bar>}
    </section>
  );
}
