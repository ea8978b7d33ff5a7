// The name of the module that validators which were written down ask for what only we have.
/** What validators that were written down call the module with the functions of ours that they need. */
export const RUNTIME = "animal-store/validators";
