import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useT } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';
import { useNavigate } from 'react-router-dom';
import type { AppView, MetaChannel, Via } from '../../contract.ts';
import { Addresses } from '../Addresses.tsx';
import { glyphs } from '../glyphs.ts';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '14px', justifyItems: 'start' },
  text: { margin: 0, textWrap: 'pretty' },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  ways: { display: 'grid', gap: '12px', width: '100%', margin: 0, padding: 0, listStyleType: 'none' },
  way: {
    display: 'flex',
    alignItems: 'center',
    gap: '14px',
    padding: '14px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 599px)': { flexWrap: 'wrap' },
  },
  disc: {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    borderRadius: tokens.borderRadiusCircular,
    color: '#ffffff',
  },
  words: { flex: '1 1 200px', minWidth: 0, textWrap: 'pretty' },
  button: { flexShrink: 0, whiteSpace: 'nowrap' },
});

/** No app is entered: where to enter one, and which addresses to register at Meta. */
export function NoApp({ app }: { app: AppView }) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <div className={styles.all}>
      <Bar tone="warn">{t('picker.noApp')}</Bar>
      <Addresses app={app} />
      <Button onClick={() => void navigate('/settings')}>{t('picker.settings')}</Button>
    </div>
  );
}

const ways: readonly { via: Via; channel: MetaChannel }[] = [
  { via: 'page', channel: 'facebook' },
  { via: 'instagram', channel: 'instagram' },
];

/** The two ways to connect an account of Instagram: by its page, or alone. */
export function ChooseLogin({ onChoose }: { onChoose(via: Via): void }) {
  const t = useT();
  const styles = useStyles();
  const first = useRef<HTMLButtonElement>(null);
  // The dialog was open before this, with its last button in focus.
  useEffect(() => first.current?.focus(), []);
  return (
    <div className={styles.all}>
      <p className={styles.text}>{t('picker.chooseLogin')}</p>
      <ul className={styles.ways}>
        {ways.map(({ via, channel }, place) => (
          <li key={via} className={styles.way}>
            <span className={styles.disc} style={{ backgroundColor: glyphs[channel].color }}>
              <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
                <path d={glyphs[channel].path} />
              </svg>
            </span>
            <span className={styles.words}>{t(`picker.way.${via}`)}</span>
            <Button className={styles.button} {...(place === 0 && { ref: first })} onClick={() => onChoose(via)}>
              {t(`picker.logIn.${via}`)}
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{t('picker.messageAccess')}</p>
    </div>
  );
}

/** Before the login: what is needed, and that the network’s window waits. */
export function LoginStep({ via, state }: { via: Via; state: 'idle' | 'open' | 'blocked' }) {
  const t = useT();
  const styles = useStyles();
  return (
    <div className={styles.all}>
      <p className={styles.text}>{t(`picker.intro.${via}`)}</p>
      <p className={styles.quiet}>{t(via === 'page' ? 'picker.instagramNeeds' : 'picker.messageAccess')}</p>
      <div role="status">
        {state === 'open' && <Bar tone="info">{t(`picker.waiting.${via}`)}</Bar>}
        {state === 'blocked' && <Bar tone="warn">{t('picker.blocked')}</Bar>}
      </div>
    </div>
  );
}
