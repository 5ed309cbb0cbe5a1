import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';

const useStyles = makeStyles({
  line: {
    width: '100%',
    padding: '10px 14px 8px',
    border: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    outline: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    '::placeholder': { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular, opacity: 1 },
    '@media (max-width: 599px)': { minHeight: '40px' },
  },
});

export interface SubjectLineProps {
  value: string;
  onChange(value: string): void;
  /** Moves the focus to the text. */
  onDone(): void;
}

/** The subject, where the channel's messages have one. Empty: the subject of the conversation is used. */
export default function SubjectLine({ value, onChange, onDone }: SubjectLineProps) {
  const styles = useStyles();
  const t = useT();
  return (
    <input
      className={styles.line}
      value={value}
      maxLength={500}
      placeholder={t('composer.subjectEmpty')}
      aria-label={t('composer.subject')}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onDone();
      }}
    />
  );
}
