import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Signature16Regular } from '@fluentui/react-icons';
import { useSession, useT } from '@balcao/sdk/client';
import { LazyTooltip, tint } from '@balcao/sdk/ui';
import { shortName } from '../model/names.ts';
import type { Signature } from './useSignature.ts';

const useStyles = makeStyles({
  mark: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minWidth: 0,
    height: '28px',
    padding: '0 8px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '@media (max-width: 599px)': { minWidth: '40px', height: '40px', justifyContent: 'center' },
  },
  switch: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tint(5) },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  off: { color: tokens.colorNeutralForeground3 },
  crossed: { textDecorationLine: 'line-through' },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    maxWidth: '160px',
    '@media (max-width: 1100px)': { display: 'none' },
  },
  icon: { flexShrink: 0 },
});

/** Shows that the customer will see the author's name, and lets the author choose where the company allows it. */
export function SignatureButton({ signature: { isOn, mayChoose, toggle } }: { signature: Signature }) {
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  if (!isOn && !mayChoose) return null;
  const words = t(isOn ? 'composer.signed' : 'composer.unsigned', { name: user.name });
  const content = (
    <>
      <Signature16Regular className={styles.icon} aria-hidden="true" />
      <span className={mergeClasses(styles.name, !isOn && styles.crossed)} aria-hidden="true">
        {shortName(user.name)}
      </span>
    </>
  );
  return (
    <LazyTooltip relationship="label" content={words} withArrow={false}>
      {mayChoose ? (
        <button
          type="button"
          role="switch"
          aria-checked={isOn}
          className={mergeClasses(styles.mark, styles.switch, !isOn && styles.off)}
          onClick={toggle}
        >
          {content}
        </button>
      ) : (
        <span className={styles.mark} role="img">
          {content}
        </span>
      )}
    </LazyTooltip>
  );
}
