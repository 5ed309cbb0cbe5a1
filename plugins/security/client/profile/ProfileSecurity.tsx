import { makeStyles, tokens } from '@fluentui/react-components';
import { OwnSessions } from './OwnSessions.tsx';
import { TwoStep } from './TwoStep.tsx';

const useStyles = makeStyles({
  parts: { display: 'flex', flexDirection: 'column', gap: '24px' },
  line: { height: '1px', backgroundColor: tokens.colorNeutralStroke2 },
});

/** Security of the person's own account. */
export default function ProfileSecurity() {
  const styles = useStyles();
  return (
    <div className={styles.parts}>
      <TwoStep />
      <div className={styles.line} aria-hidden="true" />
      <OwnSessions />
    </div>
  );
}
