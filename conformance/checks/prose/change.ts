// What the page of the suite and `--explain` say of the checks of "Replacing, updating, removing".
import type { ProseOf } from "./model.ts";

export const CHANGE: ProseOf<"change"> = {
  title: "Replacing, updating, removing",
  intro: "For documents that have such operations. The suite changes only items that the run created.",
  checks: {
    "change.replace": {
      says: "The operation replaces the item, and another one shows it.",
      alsoRight: "Leaving out what the item's schema does not have; another version or date of change.",
      why: "A replacement that is confirmed but not stored is lost.",
      fix: "Store before answering.",
    },
    "change.update": {
      says: "The operation changes the item, and another one shows it.",
      alsoRight: "Leaving out what the item's schema does not have; another version or date of change.",
      why: "An update must keep what was sent, and leave the rest alone.",
      fix: "Merge into the stored item, and write it.",
    },
    "change.update-keeps-rest": {
      says: "The operation changes an item, and another one shows it. The update names one property; the rest was sent when the item was created. A merge patch (RFC 7396) names one member of an object.",
      alsoRight:
        "Other values of what the service computes: dates, versions, sums. Only what the client itself has set is compared. Where the body is no merge patch, part of an object may replace the whole.",
      why: "The usual bug: the update is merged into an empty item instead of the stored one. The item is fetched twice, as a copy that lags behind shows the old one later.",
      fix: "Read the stored item, change what the body names, and write it back.",
    },
    "change.update-to-nothing": {
      says: "The schema of the update allows the value for the property.",
      alsoRight:
        "Leaving out what is null or empty, null or an empty list or object in place of an empty text; any documented refusal,\nwhich leaves the claim undecided. What an item must have, and cannot have as null or empty, may stay.",
      why: "`if (body.count)` takes 0 for no value, so nobody can switch anything off or empty a field.",
      fix: "Ask whether the body has the property, not whether its value is true.",
    },
    "change.replace-rest": {
      says: "The description of the operation says what becomes of properties that the body leaves out: they are kept, or removed or reset to their defaults.",
      alsoRight: "Without such a text, the check does not apply: both are right.",
      why: "Clients that follow the text lose data, or keep what they meant to remove.",
      fix: "Do what the description says, or correct it.",
    },
    "change.if-match": {
      says: "The operation has a 412 response, and the item has an ETag when fetched.",
      alsoRight: "Any 4xx. A weak tag matches nothing, so only a strong one must be accepted afterwards.",
      why: "Otherwise two clients overwrite each other's changes, although both asked for that not to happen.",
      fix: "Compare If-Match with the tag of the stored item before writing.",
    },
    "change.etag": {
      says: "The operation that fetches the item has a 304 response, or an ETag among the headers of its success.",
      alsoRight: "No tag, and a weak one. A change that is refused or has no effect leaves the claim undecided.",
      why: "Clients and caches keep the old item for as long as its tag stays.",
      fix: "Derive the tag from the content of the item, or from a version that each change increases.",
    },
    "change.old-version": {
      says: "The body of the change has a version that the item shows, the operation has a 409 or 412, and a text says that they go together.",
      alsoRight: "Any 4xx. Only the same version sent a second time, after the item has changed, is judged.",
      why: "Otherwise two clients overwrite each other's changes, although both said which version they had read.",
      fix: "Compare the version with that of the stored item in the same transaction that writes, and increase it with each change.",
    },
    "change.remove-with": {
      says: "The description of the removal, or of its success, says that other items go with it, and their bodies name the item.",
      alsoRight: "404 or 410 for them; any refusal of the removal. Without such a text, they may stay.",
      why: "What stays leads to nothing, and is counted and listed for ever.",
      fix: "Remove them in the same transaction, for example with `ON DELETE CASCADE`.",
    },
    "change.replace-refuses-wrong": {
      says: "The body's schema does not allow the value.",
      alsoRight: "Any documented refusal; any 4xx if none is documented.",
      why: "What may not be created may not get into the store by a change either.",
      fix: "Validate the body of a replacement like that of a creation, before writing.",
    },
    "change.update-refuses-wrong": {
      says: "The body's schema does not allow the value.",
      alsoRight: "Any documented refusal; any 4xx if none is documented.",
      why: "What may not be created may not get into the store by a change either.",
      fix: "Validate the item that results, before writing.",
    },
    "change.replace-missing": {
      says: "The operation has a 404. Without one, the check does not apply: PUT may create.",
      alsoRight: "404; 400 or 422 for a text that the parameter does not allow.",
      why: "Replacing an item that does not exist should not create one, unless the document says so.",
      fix: "Answer with the documented status (404).",
    },
    "change.update-missing": {
      says: "The operation has a 404. Without one, the check does not apply.",
      alsoRight: "404; 400 or 422 for a text that the parameter does not allow.",
      why: "There is nothing to update.",
      fix: "Answer with the documented status (404).",
    },
    "change.remove-missing": {
      says: "The operation has a 404. Without one, the check does not apply: removing twice may succeed twice.",
      alsoRight: "404; 400 or 422 for a text that the parameter does not allow.",
      why: "There is nothing to remove.",
      fix: "Answer with the documented status (404).",
    },
    "change.remove": {
      says: "The operation removes the item, and another one shows items.",
      alsoRight: "404 or 410. If removed items go to an archive, document that with another operation.",
      why: "A removed item that can still be fetched was not removed.",
      fix: "Remove it from the store that the other operations read.",
    },
    "change.removed-not-listed": {
      says: "One operation removes an item, another one lists items. A readOnly number such as `ticket_count`, of the item that a removed one names, counts them.",
      alsoRight:
        "A count that does not rise as soon as an item is created; it counts something else, or later. A list that is too long to be read in a few requests leaves the claim undecided unless the item is seen. An item that can still be fetched is judged by change.remove.",
      why: "The removal reached one store or cache, and the list reads another; or a counter only counts up.",
      fix: "Remove the item from what the list reads, or invalidate its cache; compute counts instead of keeping them.",
    },
    "change.upsert": {
      says: "The replacement has a 201 response.",
      alsoRight: "404, if that is documented too: then the check is inconclusive.",
      why: "A 201 in the document says that PUT may create. If the document has a 404 as well, the target may answer that instead.",
      fix: "If the update finds nothing, insert the body that was sent.",
    },
    "change.upsert-again": {
      says: "The replacement has a 201 response.",
      alsoRight: "200 or 204, with or without the item.",
      why: "PUT is idempotent: the second one must replace what the first one created.",
      fix: "Update by the key of the path, and insert only if that changes no row.",
    },
    "change.upsert-status": {
      says: "The replacement has a 201 response.",
      alsoRight: "200 or 204 for what was replaced.",
      why: "The status tells clients whether they created something.",
      fix: "Answer 201 if the item was inserted, and 200 or 204 if it was replaced.",
    },
    "change.replace-many": {
      says: "A PUT on the collection takes a list of items.",
      alsoRight: "202: then the check is inconclusive.",
      why: "A batch that is only partly carried out leaves a state that the client does not know.",
      fix: "Carry out the whole list in one transaction.",
    },
    "change.update-many": {
      says: "A PATCH on the collection takes a list of items.",
      alsoRight: "202: then the check is inconclusive.",
      why: "As with `change.replace-many`: a success for the batch is one for each of its items.",
      fix: "Carry out the whole list in one transaction.",
    },
    "change.remove-many": {
      says: "A DELETE on the collection takes identifiers in its query or body.",
      alsoRight: "202: then the check is inconclusive.",
      why: "A removal that reads only the first identifier keeps the rest, and one that reads none removes everything. The check runs only if the request can name the items, and only on items of the run's own.",
      fix: "Read every identifier, and refuse a request that has none.",
    },
    "change.single-replace": {
      says: "A path without an identifier has a GET and a PUT.",
      alsoRight: "A refusal, or 202: then the check is inconclusive.",
      why: "If settings or a profile are confirmed as changed but shown as before, the change was lost. A singleton exists before the run, so the check changes it only on this machine, or below an item that the run created, and restores it at once.",
      fix: "Write the change to what the GET reads.",
    },
    "change.single-update": {
      says: "A path without an identifier has a GET and a PATCH.",
      alsoRight: "A refusal, or 202: then the check is inconclusive.",
      why: "As with `change.single-replace`, for the operation that sends only what changes.",
      fix: "Write the change to what the GET reads.",
    },
    "change.action-missing": {
      says: "The operation acts on an item of a collection, and has a 404.",
      alsoRight: "410; 400 or 422 for a text that the parameter does not allow.",
      why: "An action that reports success for nothing hides a wrong identifier from its client.",
      fix: "Load the item before acting on it.",
    },
    "change.action-item": {
      says: "The success response of the action is the item.",
      alsoRight: "A refusal by the service's own rules: then the check is inconclusive.",
      why: "A client shows the item in the answer, and takes it for the one it acted on.",
      fix: "Answer with the item of the path, read again after the action.",
    },
    "change.action-effect": {
      says: "The last step of the path names a listed state of the item: `/cancel` and `status: cancelled`, which may stand in an object (`attributes.status`). Another operation shows the item.",
      alsoRight:
        "Any other state than before, as an action may lead further. A refusal, or 202, leaves the claim undecided.",
      why: "An action that answers well and changes nothing is found by looking at the item afterwards, and by nothing else.",
      fix: "Store the new state before answering.",
    },
  },
};
