import { makeStyles, tokens } from '@fluentui/react-components';
import { ext } from './tokens.ts';

/** Styles of a primary button that destroys something. */
export const useButtonStyles = makeStyles({
  danger: {
    backgroundColor: ext.bad,
    color: tokens.colorNeutralBackground1,
    ':hover': {
      backgroundColor: `color-mix(in srgb, ${ext.bad} 88%, ${tokens.colorNeutralForeground1})`,
      color: tokens.colorNeutralBackground1,
    },
    ':hover:active': {
      backgroundColor: `color-mix(in srgb, ${ext.bad} 78%, ${tokens.colorNeutralForeground1})`,
      color: tokens.colorNeutralBackground1,
    },
  },
});
