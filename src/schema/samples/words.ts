// The words of generated texts. None refers to any API: only a document's examples say what a text is about.

const list = (text: string): readonly string[] => text.split(", ");

export const WORDS = list(
  "amber, birch, cedar, delta, ember, fjord, grove, hazel, indigo, juniper, kelp, linden, " +
    "maple, nova, opal, pine, quartz, river, sage, tundra, umber, violet, willow, zephyr",
);
export const QUALITIES = list(
  "Classic, Bright, Compact, Oak, Nordic, Everyday, Silver, Soft, Autumn, Ceramic, Linen, Slim, Clear, Large, Vintage, Modern",
);
export const FIRST_NAMES = list(
  "Ada, Amina, Björn, Chen, Dara, Elena, Farid, Grace, Hana, Ivo, Juana, Kofi, Lena, Mateo, Nadia, Omar, Priya, Radia, Sofía, Tomás, Uma, Wei, Yuki, Zoë",
);
export const LAST_NAMES = list(
  "Abara, Bergström, Costa, Dubois, Eriksen, Fischer, García, Haddad, Ivanova, Jensen, Kowalski, López, Mori, Novák, Okafor, Petrov, Rossi, Sato, Tanaka, Weber",
);
export const CITIES = list(
  "Accra, Bogotá, Cork, Dakar, Essen, Fukuoka, Ghent, Hanoi, Izmir, Jaipur, Kyoto, Lyon, Malmö, Nairobi, Oslo, Porto, Quito, Riga, Split, Turin",
);
export const COUNTRIES = list(
  "Argentina, Belgium, Canada, Denmark, Estonia, France, Ghana, Iceland, Japan, Kenya, Latvia, Mexico, Norway, Portugal, Senegal, Vietnam",
);
export const COUNTRY_CODES = list("AR, BE, CA, DK, EE, FR, GH, IS, JP, KE, LV, MX, NO, PT, SN, VN");
export const STREETS = list(
  "Mill Lane, Harbour Road, Station Street, Oak Avenue, Bridge Street, Hill Road, Park Lane, Garden Row",
);
export const COMPANIES = list(
  "Alder & Sons, Bluewater Ltd, Cobalt Works, Dovetail GmbH, Eastgate, Fairline, Greyfield Inc, Halcyon, Ironbridge, Larkspur",
);
export const COLOURS = list("red, green, blue, black, white, yellow, orange, purple, brown, grey");
export const CURRENCIES = list("EUR, USD, GBP, JPY, CHF, SEK, CAD, INR");
export const LANGUAGES = list("en, de, fr, es, pt, ja, sv, hi");
export const TIME_ZONES = list(
  "Europe/Oslo, Africa/Nairobi, America/Bogota, Asia/Tokyo, Europe/Lisbon, America/Toronto",
);
export const MEDIA = list("image/png, image/jpeg, application/pdf, text/plain, application/json");
export const THINGS = list(
  "Desk Lamp, Notebook, Coffee Mug, Backpack, Water Bottle, Headphones, Wall Clock, Keyboard, Travel Pillow, Sunglasses, Umbrella, Tea Pot, Candle, Blanket, Bookshelf, Phone Case, Picnic Basket, Garden Chair, Bicycle Bell, Rain Jacket, Cutting Board, Side Table, Reading Light, Storage Box",
);
export const TITLES = list(
  "Plan the spring release, Review the contract, Welcome to the team, Notes from Monday, Prepare the budget, Update the guide, Fix the login page, Call the supplier, Draft the newsletter, Check the invoices, Order new chairs, Interview on Thursday, Summer schedule, Move to the new office, Renew the licence, Answer open questions, Translate the manual, Clean up old files, Test the backup, Book the venue",
);
export const GROUPS = list(
  "general, support, sales, marketing, finance, design, travel, health, books, music, sports, garden, kitchen, office, outdoor, news",
);
export const REGIONS = list("Bavaria, Brittany, California, Ontario, Queensland, Tuscany, Wales, Zealand");
export const ROLES = list("editor, manager, analyst, engineer, designer, consultant, accountant, assistant");
export const SHORT_NAMES = list(
  "Maple, Biscuit, Pepper, Luna, Otto, Hazel, Juno, Milo, Olive, Rusty, Sage, Toffee, Willow, Ziggy, Clover, Nutmeg",
);
export const MEDICINES = list(
  "Ibuprofen, Amoxicillin, Paracetamol, Metformin, Cetirizine, Omeprazole, Aspirin, Salbutamol",
);
export const ALLERGENS = list("penicillin, peanuts, pollen, latex, shellfish, eggs, dust mites, lactose");
export const LETTERS = list("AB, CD, FG, HK, LM, NP, QR, ST, VW, XY");
export const SENTENCES = [
  "A short description that says what this is.",
  "Ready when you are.",
  "Please check the details before you confirm.",
  "Updated after the last review.",
  "Nothing else to report.",
  "Works as expected in every test so far.",
  "The first of several steps.",
  "See the notes for more.",
  "Handle with care.",
  "Agreed with the team on Tuesday.",
  "Delivered in the morning, as agreed.",
  "Kept for reference.",
] as const;
