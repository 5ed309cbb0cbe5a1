import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';

const useStyles = makeStyles({
  panel: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    height: '100%',
    overflow: 'hidden',
    borderRadius: '16px',
    backgroundColor: '#391536',
    color: '#ffffff',
  },
  // Wide enough for the bands to look like bands: a narrow panel shows their left part.
  waves: { position: 'absolute', left: 0, bottom: '-30px', width: '100%', minWidth: '600px', height: '300px' },
  talk: {
    position: 'relative',
    width: '400px',
    maxWidth: 'calc(100% - 80px)',
    marginBottom: '146px',
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
  },
  pitch: {
    margin: '0 0 24px',
    maxWidth: '320px',
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.02em',
    textWrap: 'balance',
  },
  turn: { display: 'flex', alignItems: 'flex-end', gap: '10px' },
  answer: { justifyContent: 'flex-end' },
  face: {
    position: 'relative',
    width: '32px',
    height: '32px',
    flexShrink: 0,
    borderRadius: '50%',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    backgroundColor: 'oklch(.915 .035 20)',
    color: 'oklch(.40 .075 20)',
    fontSize: '12px',
    fontWeight: tokens.fontWeightSemibold,
  },
  disc: {
    position: 'absolute',
    right: '-3px',
    bottom: '-3px',
    width: '12px',
    height: '12px',
    borderRadius: '50%',
    backgroundColor: '#1f9d55',
    boxShadow: '0 0 0 2px #391536',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
  },
  bubble: {
    maxWidth: '320px',
    padding: '8px 12px',
    borderRadius: '10px',
    borderBottomLeftRadius: '3px',
    backgroundColor: '#ffffff',
    color: '#1e191e',
    fontSize: '14px',
    lineHeight: '20px',
  },
  ours: {
    borderBottomLeftRadius: '10px',
    borderBottomRightRadius: '3px',
    backgroundColor: '#f2e7f4',
  },
  // At the end of the last line, beside the text.
  when: {
    display: 'inline-flex',
    float: 'right',
    alignItems: 'center',
    gap: '3px',
    margin: '6px -4px -2px 8px',
    fontSize: '11px',
    lineHeight: '16px',
    color: '#6b656c',
    fontVariantNumeric: 'tabular-nums',
  },
});

const bands = [
  { y: 0, fill: '#5d275c' },
  { y: 68, fill: '#552153' },
  { y: 136, fill: '#4d1d4b' },
  { y: 204, fill: '#461a44' },
];

/** Shows what the product is in one sentence and three bubbles. An illustration, hidden from screen readers. */
export function PublicPicture() {
  const t = useT('shell');
  const styles = useStyles();
  const customer = (
    <span className={styles.face}>
      JL
      <span className={styles.disc}>
        <svg width="8" height="8" viewBox="0 0 20 20" fill="#ffffff" aria-hidden="true">
          <path d="M10 2a8 8 0 1 1-3.6 15.15L2.6 18a.5.5 0 0 1-.6-.6l.85-3.8A8 8 0 0 1 10 2Z" />
        </svg>
      </span>
    </span>
  );
  return (
    <div className={styles.panel} aria-hidden="true">
      <svg className={styles.waves} viewBox="0 0 730 300" preserveAspectRatio="none">
        {bands.map(({ y, fill }) => (
          <path
            key={y}
            fill={fill}
            d={`M0 ${y + 44}C 90 ${y - 20}, 220 ${y - 12}, 350 ${y + 62}S 640 ${y + 150}, 730 ${y + 78}V${y + 112}C 640 ${y + 184}, 480 ${y + 172}, 350 ${y + 96}S 90 ${y + 14}, 0 ${y + 80}Z`}
          />
        ))}
      </svg>
      <div className={styles.talk}>
        <p className={styles.pitch}>{t('login.pitch')}</p>
        <div className={styles.turn}>
          {customer}
          <span className={styles.bubble}>{t('login.sampleAsk')}</span>
        </div>
        <div className={mergeClasses(styles.turn, styles.answer)}>
          <span className={mergeClasses(styles.bubble, styles.ours)}>
            {t('login.sampleAnswer')}
            <span className={styles.when}>
              09:12
              <svg width="16" height="10" viewBox="0 0 16 10" fill="none" stroke="#0b78b8" strokeWidth="1.4">
                <path d="M1 5.5 3.8 8.3 9.5 1.5M6.2 7.3l1 1L13 1.5" strokeLinecap="round" strokeLinejoin="round" />
              </svg>
            </span>
          </span>
        </div>
        <div className={styles.turn}>
          {customer}
          <span className={styles.bubble}>{t('login.sampleThanks')}</span>
        </div>
      </div>
    </div>
  );
}
