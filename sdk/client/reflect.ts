/** tsyringe requires this at import, for decorators that are not used here. */
const reflect = Reflect as { getMetadata?: () => undefined };
reflect.getMetadata ??= () => undefined;
