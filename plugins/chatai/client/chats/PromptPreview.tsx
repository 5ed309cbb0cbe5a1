import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ShieldCheckmark16Regular } from '@fluentui/react-icons';
import { useSession, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { filledParts } from '../../placeholders.ts';

const useStyles = makeStyles({
  side: { display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 },
  label: { fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightRegular, margin: 0 },
  box: {
    flexGrow: 1,
    minHeight: '160px',
    maxHeight: '420px',
    overflowY: 'auto',
    padding: '12px 14px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.canvas,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    lineHeight: '22px',
  },
  value: {
    padding: '1px 4px',
    borderRadius: '3px',
    backgroundColor: ext.bubbleOut,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
  },
  open: {
    backgroundColor: 'transparent',
    color: 'inherit',
    fontWeight: tokens.fontWeightRegular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  mask: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

interface PromptPreviewProps {
  text: string;
  values: Readonly<Record<string, string>>;
}

/** The prompt as it will be sent, with the values in their places. */
export function PromptPreview({ text, values }: PromptPreviewProps) {
  const styles = useStyles();
  const t = useT();
  const { setting } = useSession();
  return (
    <div className={styles.side}>
      <h3 className={styles.label}>{t('chat.preview')}</h3>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- A region that scrolls has to be reachable by keyboard. */}
      <div className={styles.box} tabIndex={0} role="region" aria-label={t('chat.preview')}>
        {filledParts(text, values).map(({ text: words, name, isOpen }, index) =>
          name === undefined ? (
            <span key={index}>{words}</span>
          ) : (
            <span key={index} className={mergeClasses(styles.value, isOpen && styles.open)}>
              {words}
            </span>
          ),
        )}
      </div>
      {setting('aiMask') !== false && (
        <span className={styles.mask}>
          <ShieldCheckmark16Regular aria-hidden="true" />
          {t('chat.masked')}
        </span>
      )}
    </div>
  );
}
