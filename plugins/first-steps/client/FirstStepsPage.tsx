import { useNavigate } from 'react-router-dom';
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { CheckmarkCircle24Filled, EyeOff20Regular } from '@fluentui/react-icons';
import { useSession, useT, type AppStartProps } from '@balcao/sdk/client';
import { ext, ProgressBar } from '@balcao/sdk/ui';
import { useFirstSteps } from './use-first-steps.ts';
import { useDismissFirstSteps } from './useDismissFirstSteps.ts';

const useStyles = makeStyles({
  page: { height: '100%', overflowY: 'auto', backgroundColor: ext.canvas },
  column: {
    maxWidth: '720px',
    margin: '0 auto',
    padding: '48px 24px',
    '@media (max-width: 599px)': { padding: '20px 12px 32px' },
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.02em',
    overflowWrap: 'anywhere',
  },
  intro: { margin: '4px 0 20px', color: tokens.colorNeutralForeground2 },
  progress: { display: 'flex', alignItems: 'center', gap: '12px', marginBottom: '12px' },
  bar: { flexGrow: 1 },
  count: { whiteSpace: 'nowrap', color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'hidden',
  },
  step: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    padding: '16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderBottom: 'none' },
    '@media (max-width: 599px)': { flexWrap: 'wrap', gap: '4px 12px', padding: '12px' },
  },
  next: { backgroundColor: ext.selected },
  sign: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    flexShrink: 0,
    borderRadius: '50%',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  open: { border: `1px solid ${tokens.colorNeutralStrokeAccessible}`, color: tokens.colorNeutralForeground2 },
  done: { color: ext.ok },
  words: { flex: '1 1 0', minWidth: 0 },
  name: { display: 'block', fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  quiet: { display: 'block', color: tokens.colorNeutralForeground2 },
  well: { color: ext.ok, fontWeight: tokens.fontWeightMedium, whiteSpace: 'nowrap' },
  button: {
    flexShrink: 0,
    '@media (max-width: 599px)': {
      flexBasis: 'calc(100% - 36px)',
      marginLeft: '36px',
      marginTop: '8px',
      minHeight: '40px',
    },
  },
  foot: { display: 'flex', justifyContent: 'flex-end', marginTop: '12px' },
});

/** The first steps of a new company, in order, with those already done. */
export default function FirstStepsPage({ onward }: AppStartProps) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const { user, company } = useSession();
  const hide = useDismissFirstSteps();
  const { steps } = useFirstSteps(false);
  const done = steps.filter((step) => step.done).length;
  const isOver = done === steps.length;
  const next = steps.find((step) => !step.done);
  const progress = t('page.progress', { done, total: steps.length });
  const name = user.name.trim().split(/\s+/)[0] ?? '';

  return (
    <section className={styles.page} aria-label={t('page.title')}>
      <div className={styles.column}>
        <h1 className={styles.title}>{isOver ? t('page.allDone') : t('page.welcome', { name })}</h1>
        <p className={styles.intro}>{t(isOver ? 'page.allDoneText' : 'page.intro', { company: company.name })}</p>
        <div className={styles.progress}>
          <ProgressBar
            className={styles.bar}
            thickness="large"
            value={done}
            max={steps.length}
            aria-label={t('page.title')}
            aria-valuetext={progress}
          />
          <span className={styles.count} role="status">
            {progress}
          </span>
        </div>
        <ol className={styles.list} aria-label={t('page.title')}>
          {steps.map((step, index) => (
            <li
              key={`${step.plugin}/${step.id}`}
              className={mergeClasses(styles.step, step === next && styles.next)}
              {...(step === next ? { 'aria-current': 'step' as const } : {})}
            >
              {step.done ? (
                <span className={mergeClasses(styles.sign, styles.done)} aria-hidden="true">
                  <CheckmarkCircle24Filled />
                </span>
              ) : (
                <span className={mergeClasses(styles.sign, styles.open)} aria-hidden="true">
                  {index + 1}
                </span>
              )}
              <span className={styles.words}>
                <span className={styles.name}>{step.title}</span>
                <span className={styles.quiet}>{step.text}</span>
              </span>
              {step.done ? (
                <span className={styles.well}>{t('page.done')}</span>
              ) : (
                <Button
                  className={styles.button}
                  appearance={step === next ? 'primary' : 'secondary'}
                  onClick={() => void navigate(step.path)}
                >
                  {step.action}
                </Button>
              )}
            </li>
          ))}
        </ol>
        <div className={styles.foot}>
          {isOver ? (
            <Button appearance="primary" onClick={onward}>
              {t('page.go')}
            </Button>
          ) : (
            <Menu positioning="above-end">
              <MenuTrigger disableButtonEnhancement>
                <Button appearance="subtle" icon={<EyeOff20Regular />} disabled={hide.isPending}>
                  {t('page.hide')}
                </Button>
              </MenuTrigger>
              <MenuPopover>
                <MenuList>
                  <MenuItem onClick={() => hide.mutate('me')}>{t('page.later')}</MenuItem>
                  <MenuItem onClick={() => hide.mutate('company')}>{t('page.forAll')}</MenuItem>
                </MenuList>
              </MenuPopover>
            </Menu>
          )}
        </div>
      </div>
    </section>
  );
}
