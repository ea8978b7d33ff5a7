// The name of the module that validators written to a file require for our own functions.
/** The name by which validators written to a file require the module with our functions. */
export const RUNTIME = "animal-store/validators";
