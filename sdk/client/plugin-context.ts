import { createContext, useContext } from 'react';

/** Whose part is being rendered. Set round every contributed component. */
export const PluginContext = createContext<string | undefined>(undefined);
/** The item of a point that is being rendered; undefined outside of one. */
export const PartContext = createContext<{ readonly plugin: string; readonly id: string } | undefined>(undefined);
export const usePluginId = (): string | undefined => useContext(PluginContext);
