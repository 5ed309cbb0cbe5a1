/** React Flow in our theme: its own sheet has only what makes it work, and every colour is one of our tokens. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { ext, tint } from '@balcao/sdk/ui';

export const edgeColour = `color-mix(in srgb, ${tokens.colorNeutralForeground1} 38%, ${ext.canvas})`;

export const useCanvasStyles = makeStyles({
  canvas: {
    position: 'relative',
    flexGrow: 1,
    minWidth: 0,
    minHeight: 0,
    outlineStyle: 'none',
    backgroundColor: ext.canvas,
    '--xy-background-pattern-color': tint(14),
    '--xy-edge-stroke': edgeColour,
    '--xy-connectionline-stroke': tokens.colorCompoundBrandStroke,
    '--xy-selection-background-color': `color-mix(in srgb, ${tokens.colorCompoundBrandStroke} 8%, transparent)`,
    '--xy-selection-border': `1px solid ${tokens.colorCompoundBrandStroke}`,
    '& .react-flow': { backgroundColor: 'transparent' },
    '& .react-flow__handle': {
      width: '10px',
      height: '10px',
      minWidth: '10px',
      minHeight: '10px',
      borderRadius: '50%',
      border: `2px solid ${edgeColour}`,
      backgroundColor: ext.raised,
      zIndex: 2,
    },
    // A larger target than the dot that people see.
    '& .react-flow__handle::after': { content: '""', position: 'absolute', inset: '-9px', borderRadius: '50%' },
    '& .react-flow__handle.connectingto, & .react-flow__handle:hover': {
      borderTopColor: tokens.colorCompoundBrandStroke,
      borderRightColor: tokens.colorCompoundBrandStroke,
      borderBottomColor: tokens.colorCompoundBrandStroke,
      borderLeftColor: tokens.colorCompoundBrandStroke,
    },
    '& .react-flow__node': { cursor: 'pointer' },
    '& .react-flow__node.dragging': { cursor: 'grabbing' },
    '& .react-flow__pane': { cursor: 'default' },
    '& .react-flow__pane.dragging': { cursor: 'grabbing' },
    '& .react-flow__attribution': { display: 'none' },
    '& .react-flow__resize-control.handle': {
      width: '8px',
      height: '8px',
      border: `1px solid ${tokens.colorCompoundBrandStroke}`,
      backgroundColor: ext.raised,
    },
    '& .react-flow__resize-control.line': {
      borderTopColor: 'transparent',
      borderRightColor: 'transparent',
      borderBottomColor: 'transparent',
      borderLeftColor: 'transparent',
    },
  },
  focused: {
    // The ring is for people who use the keyboard.
    '&:focus-visible:not([data-pointer])::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      border: `2px solid ${tokens.colorStrokeFocus2}`,
      pointerEvents: 'none',
      zIndex: 5,
    },
  },
  moving: {
    '& .react-flow__node': {
      transitionProperty: 'transform',
      transitionDuration: '240ms',
      '@media (prefers-reduced-motion: reduce)': { transitionDuration: '0s' },
    },
  },
});
