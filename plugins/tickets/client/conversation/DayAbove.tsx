import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  day: {
    position: 'absolute',
    top: '8px',
    left: '50%',
    transform: 'translateX(-50%)',
    zIndex: 2,
    padding: '2px 10px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow2,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightMedium,
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
    opacity: 0,
    transitionProperty: 'opacity',
    transitionDuration: tokens.durationNormal,
  },
  shown: { opacity: 1 },
});

/** The day at the top of the visible messages, while its own line is scrolled away. */
export function DayAbove({ label, isShown }: { label: string; isShown: boolean }) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.day, isShown && styles.shown)} aria-hidden="true">
      {label}
    </div>
  );
}
