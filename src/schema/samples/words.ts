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
/** Each is in the country of the same number. */
export const CITIES = list(
  "Rosario, Ghent, Halifax, Aarhus, Tartu, Lyon, Accra, Akureyri, Kyoto, Nairobi, Riga, Puebla, Oslo, Porto, Dakar, Hanoi",
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
/** What things are called of which nobody knows what they are for. */
export const CALLED = WORDS.map((one) => one[0]?.toUpperCase() + one.slice(1));
export const CATEGORIES = list(
  "Kitchen, Garden, Office, Outdoor, Books, Music, Sports, Travel, Health, Toys, Lighting, Furniture",
);
export const GENRES = list(
  "Fantasy, Crime, Biography, Comedy, Drama, Science Fiction, Romance, Thriller, History, Poetry, Adventure, Documentary",
);
export const DEPARTMENTS = list(
  "Sales, Finance, Operations, Marketing, Design, Research, Legal, Support, Purchasing, Quality, Logistics, Communications",
);
export const TEAMS = list(
  "Platform, Growth, Mobile, Data, Support, Security, Research, Quality, Payments, Content, Tools, Web",
);
export const PROJECTS = list(
  "Website Relaunch, Mobile App, Data Migration, Office Move, Customer Portal, Annual Report, Brand Refresh, Stock Count, Summer Campaign, Payment Gateway, Help Centre, Partner Programme",
);
export const STAGES = list(
  "Backlog, To do, In progress, In review, Testing, Ready, Done, Blocked, Approved, Waiting, Planned, Released",
);
export const PLANS = list(
  "Free, Starter, Basic, Plus, Pro, Team, Business, Enterprise, Growth, Premium, Education, Charity",
);
export const ROOMS = list(
  "Single, Double, Twin, Family Room, Junior Suite, Studio, Deluxe Double, Penthouse, King Room, Queen Room, Garden Suite, Loft",
);
export const SUBJECTS = list(
  "Mathematics, Biology, History, Chemistry, Geography, Literature, Physics, Music, Art, Economics, French, Computing",
);
export const DISHES = list(
  "Tomato Soup, Caesar Salad, Mushroom Risotto, Fish Curry, Vegetable Lasagne, Grilled Salmon, Lentil Stew, Apple Pie, Pancakes, Pumpkin Ravioli, Roast Chicken, Lemon Tart",
);
export const SERVICES = list(
  "Consultation, Check-up, Follow-up, Installation, Repair, Cleaning, Inspection, Training, Delivery, Maintenance, Advice, Assessment",
);
export const VEHICLES = list(
  "Van 12, Bicycle 4, Van 7, Truck 3, Cargo bike 2, Car 21, Van 15, Scooter 6, Van 21, Truck 9, Bicycle 8, Car 33",
);
export const EMOJI = list("👍, 🎉, ❤️, 👀, 🚀, 😄, 🙏, ✅");
export const GOALS = list(
  "Ship the first version., Halve the time to answer., Finish what was started., Make room for new work., Reach everybody on the list.",
);
export const REGIONS = list("Bavaria, Brittany, California, Ontario, Queensland, Tuscany, Wales, Zealand");
export const STANDINGS = list("active, pending, active, ready, active, new");
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
