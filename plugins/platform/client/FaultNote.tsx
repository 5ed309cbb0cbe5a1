import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ToneIcon, ext, tint } from '@balcao/sdk/ui';
import { CopyButton } from './CopyButton.tsx';
import type { PluginFault } from './installed.ts';

const useStyles = makeStyles({
  note: { display: 'flex', alignItems: 'flex-start', gap: '8px', minWidth: 0 },
  icon: { display: 'flex', paddingTop: '2px' },
  bad: { color: ext.bad },
  warn: { color: ext.warn },
  words: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: '4px' },
  what: { margin: 0, fontWeight: tokens.fontWeightSemibold, textWrap: 'pretty' },
  code: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
  message: {
    margin: 0,
    padding: '6px 8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tint(6),
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  fix: { margin: 0, overflowWrap: 'anywhere' },
  fixName: { fontWeight: tokens.fontWeightSemibold },
});

export interface FaultNoteProps {
  plugin: string;
  fault: PluginFault;
  tone: 'bad' | 'warn';
}

/** A fault of a plugin: message, details and fix. */
export function FaultNote({ plugin, fault, tone }: FaultNoteProps) {
  const t = useT();
  const styles = useStyles();
  const { code, message, fix } = fault;
  const key = `fault.${code}`;
  const known = t(key);
  return (
    <div className={styles.note}>
      <span className={mergeClasses(styles.icon, styles[tone])}>
        <ToneIcon tone={tone} />
      </span>
      <div className={styles.words}>
        <p className={styles.what}>
          {known === key ? t('fault.other') : known} <span className={styles.code}>{code}</span>
        </p>
        <p className={styles.message} lang="en">
          {message}
        </p>
        <p className={styles.fix}>
          <span className={styles.fixName}>{t('fault.fix')}</span> <span lang="en">{fix}</span>
        </p>
      </div>
      <CopyButton text={`${code} in ${plugin}: ${message}\n${fix}`} label={t('fault.copy', { code })} />
    </div>
  );
}
