"""
The rulings as data, for programs that would rather not read YAML.

    documents  rulings, cases and cards as JSON values, and the one document that holds them all
    tables     the same as rows, described
    sqlite     the tables as a database, with full-text search and views
    write      any of these as bytes: the same corpus gives the same bytes
"""
