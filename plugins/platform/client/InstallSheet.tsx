import type { ReactNode } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { SideSheet, tint } from '@balcao/sdk/ui';
import { CopyButton } from './CopyButton.tsx';

const useStyles = makeStyles({
  steps: { margin: 0, padding: 0, listStyleType: 'none', counterReset: 'step', display: 'grid', gap: '24px' },
  step: { display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', columnGap: '12px' },
  number: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '28px',
    height: '28px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground3,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  words: { minWidth: 0, display: 'grid', gap: '8px', paddingTop: '4px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2, textWrap: 'pretty', overflowWrap: 'anywhere' },
  intro: { margin: '0 0 24px', textWrap: 'pretty' },
  after: {
    marginTop: '24px',
    paddingTop: '20px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    display: 'grid',
    gap: '8px',
  },
  command: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '40px',
    padding: '4px 4px 4px 12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tint(6),
  },
  commandText: { flexGrow: 1, minWidth: 0, fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
  folders: { margin: 0, display: 'grid', gap: '12px' },
  folder: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  means: { margin: 0, color: tokens.colorNeutralForeground2, textWrap: 'pretty' },
});

interface StepProps {
  number: number;
  title: string;
  text: string;
  /** The command to type. */
  children?: ReactNode;
}

function Step({ number, title, text, children }: StepProps) {
  const styles = useStyles();
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        {children}
        <p className={styles.text}>{text}</p>
      </div>
    </li>
  );
}

/** Explains how a plugin is installed and removed: nothing is installed from the browser. */
export function InstallSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  return (
    <SideSheet open={open} title={t('install.title')} onClose={onClose} width={520}>
      <p className={styles.intro}>{t('install.intro')}</p>
      <ol className={styles.steps}>
        <Step number={1} title={t('install.add')} text={t('install.addText')}>
          <Command text={`npx balcao add ${t('install.archive')}`} />
        </Step>
        <Step number={2} title={t('install.taken')} text={t('install.takenText')} />
        <Step number={3} title={t('install.switch')} text={t('install.switchText')} />
      </ol>
      <section className={styles.after}>
        <h3 className={styles.title}>{t('install.remove')}</h3>
        <Command text="npx balcao remove <id>" />
        <p className={styles.text}>{t('install.removeText')}</p>
      </section>
      <section className={styles.after}>
        <h3 className={styles.title}>{t('install.folders')}</h3>
        <dl className={styles.folders}>
          <div>
            <dt className={styles.folder}>DATA_DIR/plugins/&lt;id&gt;</dt>
            <dd className={styles.means}>{t('install.dataFolder')}</dd>
          </div>
          <div>
            <dt className={styles.folder}>PLUGINS_PATH</dt>
            <dd className={styles.means}>{t('install.ownFolders')}</dd>
          </div>
        </dl>
      </section>
    </SideSheet>
  );
}

function Command({ text }: { text: string }) {
  const t = useT();
  const styles = useStyles();
  return (
    <div className={styles.command}>
      <code className={styles.commandText}>{text}</code>
      <CopyButton text={text} label={t('install.copy')} />
    </div>
  );
}
