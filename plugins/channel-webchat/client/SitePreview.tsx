import { makeStyles, tokens } from '@fluentui/react-components';
import { Chat24Filled } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  label: {
    marginBottom: '8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  stage: {
    display: 'flex',
    alignItems: 'flex-end',
    justifyContent: 'flex-end',
    gap: '12px',
    padding: '16px',
    borderRadius: '10px',
    backgroundColor: ext.canvas,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  panel: {
    flexGrow: 1,
    minWidth: 0,
    maxWidth: '300px',
    borderRadius: '12px',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
  },
  head: {
    padding: '12px 16px',
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  body: { padding: '14px 16px 18px' },
  bubble: {
    display: 'inline-block',
    maxWidth: '100%',
    padding: '8px 12px',
    borderRadius: '14px',
    borderTopLeftRadius: '5px',
    backgroundColor: tokens.colorNeutralBackground3,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  button: {
    flexShrink: 0,
    width: '48px',
    height: '48px',
    borderRadius: '50%',
    display: 'grid',
    placeItems: 'center',
    boxShadow: tokens.shadow8,
  },
});

const part = (value: number): number =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
/** Returns the text colour by the same rule as the chat: white if it is readable. */
const textOn = (color: string): string => {
  const value = Number.parseInt(color.slice(1), 16);
  const luminance = 0.2126 * part(value >> 16) + 0.7152 * part((value >> 8) & 255) + 0.0722 * part(value & 255);
  return 1.05 / (luminance + 0.05) < 4.5 ? '#171417' : '#ffffff';
};

/** A small preview of the chat in the company’s colour. */
export function SitePreview({ title, color, greeting }: { title: string; color: string; greeting: string }) {
  const t = useT();
  const styles = useStyles();
  const paint = { backgroundColor: color, color: textOn(color) };
  return (
    <div>
      <div className={styles.label}>{t('form.preview')}</div>
      <div className={styles.stage} aria-hidden="true">
        <div className={styles.panel}>
          <div className={styles.head} style={paint}>
            {title}
          </div>
          <div className={styles.body}>
            {greeting.trim() !== '' && <span className={styles.bubble}>{greeting}</span>}
          </div>
        </div>
        <div className={styles.button} style={paint}>
          <Chat24Filled />
        </div>
      </div>
    </div>
  );
}
