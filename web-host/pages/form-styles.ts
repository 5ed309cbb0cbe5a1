import { makeStyles, tokens } from '@fluentui/react-components';
import { ext } from '@balcao/sdk/ui';

/** Styles of the forms on public pages. */
export const useFormStyles = makeStyles({
  title: {
    margin: 0,
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.02em',
  },
  subtitle: {
    margin: '4px 0 24px',
    color: tokens.colorNeutralForeground3,
    fontSize: ext.fontSizeMessage,
    lineHeight: ext.lineHeightMessage,
    textWrap: 'pretty',
  },
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  // The space of a message line under each field is reserved, so that an error moves nothing.
  still: { gap: 0 },
  room: { paddingBottom: '24px' },
  roomTaken: { paddingBottom: '6px' },
  // Below the button, where it does not displace anything.
  message: { marginTop: '16px', ':empty': { display: 'none' } },
  input: { minHeight: '32px', '@media (max-width: 599px)': { minHeight: '40px' } },
  withLink: { position: 'relative' },
  // Beside the label visually, after the field in keyboard order.
  cornerLink: { position: 'absolute', top: '2px', right: 0, '@media (max-width: 599px)': { top: '-4px' } },
  submit: { minHeight: '40px', fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  link: {
    color: tokens.colorBrandForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '@media (max-width: 599px)': { paddingBlock: '6px' },
  },
  strong: { fontWeight: tokens.fontWeightSemibold },
  below: { margin: '16px 0 0', color: tokens.colorNeutralForeground3 },
  trouble: {
    display: 'flex',
    gap: '10px',
    padding: '10px 14px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.badBg,
    color: ext.bad,
    fontWeight: tokens.fontWeightMedium,
  },
  troubleIcon: { display: 'flex', paddingTop: '2px', flexShrink: 0 },
});
